import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type FiscalCode, parseFiscalCode } from '@dukkan/commerce';
import { der, derInteger, derOid, integerBytes } from './der.ts';

// Rule: docs/rules/taxes.md#signed-bytes

const TRANSACTION_LOG = '0.4.0.127.0.7.3.7.1.1';
const ALGORITHMS = {
  'ecdsa-plain-SHA256': { oid: '0.4.0.127.0.7.1.1.4.1.3', hash: 'sha256' },
  'ecdsa-plain-SHA384': { oid: '0.4.0.127.0.7.1.1.4.1.4', hash: 'sha384' },
} as const;

export type SignatureAlgorithm = keyof typeof ALGORITHMS;

export type LogMessage = {
  readonly operation: 'StartTransaction' | 'FinishTransaction';
  readonly client_serial: string;
  readonly process_data: string;
  readonly process_type: string;
  readonly transaction_number: number;
  /** In hex. */
  readonly serial_number: string;
  readonly algorithm: SignatureAlgorithm;
  readonly signature_counter: number;
  /** Seconds since 1970. */
  readonly log_time: number;
};

/** Builds the bytes that are signed for one log row: DER elements in sequence without an enclosing one. */
export const toSignedBytes = (message: LogMessage): Buffer =>
  Buffer.concat([
    derInteger(2),
    derOid(TRANSACTION_LOG),
    der(0x80, Buffer.from(message.operation)),
    der(0x81, Buffer.from(message.client_serial)),
    der(0x82, Buffer.from(message.process_data)),
    der(0x83, Buffer.from(message.process_type)),
    der(0x85, integerBytes(message.transaction_number)),
    der(0x04, Buffer.from(message.serial_number, 'hex')),
    der(0x30, derOid(ALGORITHMS[message.algorithm].oid)),
    derInteger(message.signature_counter),
    derInteger(message.log_time),
  ]);

/** Returns the serial number of a certificate: the SHA-256 of its public key's point, in hex. */
export const toSerialNumber = (point: Uint8Array): string => createHash('sha256').update(point).digest('hex');

const ID_EC_PUBLIC_KEY = '1.2.840.10045.2.1';
/** Named curves by the length of their points; the code does not tell which of the two was used. */
const CURVES = new Map<number, readonly string[]>([
  [65, ['1.2.840.10045.3.1.7', '1.3.36.3.3.2.8.1.1.7']],
  [97, ['1.3.132.0.34', '1.3.36.3.3.2.8.1.1.11']],
]);

/** Returns the possible public keys of a point; none if it lies on no curve. */
function listPossibleKeys(point: Buffer): KeyObject[] {
  return (CURVES.get(point.length) ?? []).flatMap((curve) => {
    try {
      const key = der(
        0x30,
        der(0x30, derOid(ID_EC_PUBLIC_KEY), derOid(curve)),
        der(0x03, Buffer.from([0]), point),
      );
      return [createPublicKey({ key, format: 'der', type: 'spki' })];
    } catch {
      return [];
    }
  });
}

/** True when one of the keys signed these bytes, in the plain encoding or in DER, which some signers use. */
function isSigned(point: Buffer, hash: string, bytes: Buffer, signature: Buffer): boolean {
  return listPossibleKeys(point).some((key) =>
    (['ieee-p1363', 'der'] as const).some((dsaEncoding) =>
      verify(hash, bytes, { key, dsaEncoding }, signature),
    ),
  );
}

/** Parses a time of a code to Unix seconds; null for invalid texts. */
function toSeconds(time: string): number | null {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000);
}

const toCount = (text: string): number | null =>
  /^\d{1,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

/** Returns the first unreadable field of a code; null when all are readable. */
function unreadableField(code: FiscalCode): keyof FiscalCode | null {
  if (!(code.algorithm in ALGORITHMS)) return 'algorithm';
  if (code.log_time_format !== 'unixTime') return 'log_time_format';
  if (toCount(code.transaction_number) === null) return 'transaction_number';
  if (toCount(code.signature_counter) === null) return 'signature_counter';
  if (toSeconds(code.log_time) === null) return 'log_time';
  if (!CURVES.has(Buffer.from(code.public_key, 'base64').length)) return 'public_key';
  return null;
}

export type VerifiedCode = {
  readonly code: FiscalCode;
  readonly valid: boolean;
  /** The reason for failure: an unreadable field or the signature; null for a valid code. */
  readonly differs: keyof FiscalCode | null;
};

/** Verifies the code of a receipt from any shop; null for a text that is no such code. */
export function verifyFiscalCode(text: string): VerifiedCode | null {
  const code = parseFiscalCode(text);
  if (!code) return null;
  const unreadable = unreadableField(code);
  if (unreadable) return { code, valid: false, differs: unreadable };
  const point = Buffer.from(code.public_key, 'base64');
  const algorithm = code.algorithm as SignatureAlgorithm;
  const bytes = toSignedBytes({
    ...code,
    operation: 'FinishTransaction',
    transaction_number: Number(code.transaction_number),
    signature_counter: Number(code.signature_counter),
    log_time: toSeconds(code.log_time) ?? 0,
    serial_number: toSerialNumber(point),
    algorithm,
  });
  const signature = Buffer.from(code.signature_value, 'base64');
  const valid = isSigned(point, ALGORITHMS[algorithm].hash, bytes, signature);
  return { code, valid, differs: valid ? null : 'signature_value' };
}
