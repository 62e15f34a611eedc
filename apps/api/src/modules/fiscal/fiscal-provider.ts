import type { LogMessage } from './signed-bytes.ts';

/** The result of a set-up: the key stays encrypted, all other fields are public. */
export type IssuedCertificate = {
  readonly serial_number: string;
  readonly public_key: string;
  readonly signature_algorithm: LogMessage['algorithm'];
  readonly log_time_format: 'unixTime';
  readonly certificate: string;
  readonly private_key: Uint8Array<ArrayBuffer>;
  readonly valid_from: Date;
  readonly valid_to: Date;
};

/** Signs bytes with a key that was decrypted for one document. */
export type Signer = (bytes: Uint8Array) => string;

/**
 * A provider that signs receipts. It knows neither orders nor tables; what it signs is already in the log.
 * Rule: docs/rules/taxes.md#providers
 */
export type FiscalProvider = {
  readonly kind: 'soft';
  /** The receipt is printed with the signature, or with the sentence that signing was down. */
  readonly before_paper: 'answer_or_outage';
  readonly environment: 'TEST' | 'LIVE';
  setUp(subject: {
    readonly organization: string;
    readonly country: string;
    readonly now: Date;
  }): IssuedCertificate;
  /** Decrypts a key. @throws when that fails, before a number is assigned */
  open(private_key: Uint8Array): Signer;
};
