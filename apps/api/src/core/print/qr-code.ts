import { encodeQR } from 'qr';

/** Width of the white border that scanners need around a code, in modules. */
const QUIET_ZONE = 4;

/** Returns the rows of a QR code from top to bottom, true where it is dark, including the white border. */
export const encodeQrCode = (text: string): boolean[][] =>
  encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
