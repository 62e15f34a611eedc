import type { LogMessage } from './signed-bytes.ts';

/** What a set-up gives: the key stays sealed, all else is public. */
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

/** Signs bytes with a key that was opened for one document. */
export type Signer = (bytes: Uint8Array) => string;

/**
 * Who signs receipts. A provider knows no orders and no tables; what it signs is in the log before it is asked.
 * Rule: docs/rules/taxes.md#providers
 */
export type FiscalProvider = {
  readonly kind: 'soft';
  /** What must exist before the paper: its answer, or the sentence that signing was down. */
  readonly before_paper: 'answer_or_outage';
  readonly environment: 'TEST' | 'LIVE';
  setUp(subject: {
    readonly organization: string;
    readonly country: string;
    readonly now: Date;
  }): IssuedCertificate;
  /** Opens a key. @throws where it cannot be opened, before a number is given */
  open(private_key: Uint8Array): Signer;
};
