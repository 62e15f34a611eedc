import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { der, derInteger, derOid, derText } from './der.ts';

const SHA256_WITH_ECDSA = der(0x30, derOid('1.2.840.10045.4.3.2'));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

const encodeAttribute = (oid: string, value: Buffer): Buffer => der(0x31, der(0x30, derOid(oid), value));

const encodeExtension = (oid: string, isCritical: boolean, value: Buffer): Buffer =>
  der(0x30, derOid(oid), ...(isCritical ? [TRUE] : []), der(0x04, value));

/** Formats a time for certificates, which use two-digit years until 2049. */
function derTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

type Wish = {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key's point. */
  readonly point: Uint8Array;
  readonly common_name: string;
  readonly organization: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly valid_from: Date;
  readonly valid_to: Date;
};

/** Issues a self-signed certificate for a P-256 key, as PEM. */
export function issueCertificate(options: Wish): string {
  const name = der(
    0x30,
    encodeAttribute('2.5.4.6', der(0x13, Buffer.from(options.country))),
    encodeAttribute('2.5.4.10', derText(options.organization)),
    encodeAttribute('2.5.4.3', derText(options.common_name)),
  );
  const number = randomBytes(16);
  // the serial number must be positive and must not start with a zero byte
  number[0] = ((number[0] ?? 0) & 0x3f) | 0x40;
  const extensions = der(
    0x30,
    encodeExtension('2.5.29.19', true, der(0x30)),
    // digitalSignature and nonRepudiation
    encodeExtension('2.5.29.15', true, der(0x03, Buffer.from([0x06, 0xc0]))),
    encodeExtension('2.5.29.14', false, der(0x04, createHash('sha1').update(options.point).digest())),
  );
  const body = der(
    0x30,
    der(0xa0, derInteger(2)),
    der(0x02, number),
    SHA256_WITH_ECDSA,
    name,
    der(0x30, derTime(options.valid_from), derTime(options.valid_to)),
    name,
    options.publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, { key: options.privateKey, dsaEncoding: 'der' });
  const whole = der(0x30, body, SHA256_WITH_ECDSA, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
