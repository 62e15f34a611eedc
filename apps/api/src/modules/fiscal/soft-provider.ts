import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { decrypt, encrypt } from '../../core/secret/encryption.ts';
import { issueCertificate } from './certificate.ts';
import type { FiscalProvider } from './fiscal-provider.ts';
import { toSerialNumber } from './signed-bytes.ts';

const PURPOSE = 'fiscal-signing';
/** The point is at the end of a P-256 key's SPKI: 0x04, x and y. */
const POINT_BYTES = 65;
const VALID_YEARS = 8;

/**
 * Creates the product's own signer for trials; its receipts are marked as tests. Rule: docs/rules/taxes.md#providers
 */
export const createSoftProvider = (secret_key: string): FiscalProvider => ({
  kind: 'soft',
  before_paper: 'answer_or_outage',
  environment: 'TEST',
  setUp: ({ organization, country, now }) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-POINT_BYTES);
    const serial_number = toSerialNumber(point);
    const valid_from = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
    const valid_to = new Date(valid_from);
    valid_to.setUTCFullYear(valid_to.getUTCFullYear() + VALID_YEARS);
    const certificate = issueCertificate({
      privateKey,
      publicKey,
      point,
      common_name: serial_number,
      organization,
      country,
      valid_from,
      valid_to,
    });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    return {
      serial_number,
      public_key: point.toString('base64'),
      signature_algorithm: 'ecdsa-plain-SHA256',
      log_time_format: 'unixTime',
      certificate,
      private_key: encrypt(secret_key, PURPOSE, pem),
      valid_from,
      valid_to,
    };
  },
  open: (private_key) => {
    const key = createPrivateKey(decrypt(secret_key, PURPOSE, private_key));
    return (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
  },
});
