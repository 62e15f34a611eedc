import { encodeQR } from 'qr';

/** The white that readers want around a code, in modules. */
const QUIET_ZONE = 4;

/** The rows of a QR code from above, true where it is dark, with the white around it. */
export const encodeQrCode = (text: string): boolean[][] =>
  encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
