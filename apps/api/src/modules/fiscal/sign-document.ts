import { formatFiscalCode, PROCESS_TYPE } from '@dukkan/commerce';
import type { Services } from '../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { getFiscalProvider } from './providers.ts';
import { type SignatureAlgorithm, toSignedBytes } from './signed-bytes.ts';

// Rule: docs/rules/taxes.md#counters

type LogRow = {
  readonly id: number;
  readonly counter: number;
  readonly operation: string;
  readonly log_time: Date;
  readonly signed_bytes: Uint8Array;
};

const readLog = (ctx: Ctx, document_id: string): Promise<LogRow[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('fiscal_log')
      .select(['id', 'counter', 'operation', 'log_time', 'signed_bytes'])
      .where('document_id', '=', document_id)
      .orderBy('counter'),
  );

/** Loads a document with the certificate that signs it. */
const readDocument = (ctx: Ctx, id: string) =>
  fetchRow(
    ctx,
    tables
      .selectFrom('fiscal_document as d')
      .innerJoin('tss as t', 't.id', 'd.tss_id')
      .innerJoin('tss_client as c', 'c.id', 'd.client_id')
      .select([
        'd.state',
        'd.process_data',
        'd.transaction_number',
        't.id as tss_id',
        't.provider',
        't.private_key',
        't.public_key',
        't.signature_algorithm',
        't.log_time_format',
        't.serial_number',
        'c.serial_number as client_serial',
      ])
      .where('d.id', '=', id),
  );

type Unsigned = NonNullable<Awaited<ReturnType<typeof readDocument>>>;

/** Marks a document as unsigned for good; it is never signed later. */
async function markOutage(ctx: Ctx, id: string, reason: 'failed' | 'no_tss'): Promise<void> {
  await runStatement(
    ctx,
    tables
      .updateTable('fiscal_document')
      .set({ state: 'outage', reason })
      .where('id', '=', id)
      .where('state', '=', 'waiting'),
  );
}

/**
 * Assigns the numbers of a document once: one short transaction locks the TSS row, counts up and writes the log rows. A
 * second caller finds the numbers assigned.
 */
const assignNumbers = (services: Services, id: string, document: Unsigned): Promise<void> =>
  createSystemCtx(services, 'fiscal.sign').tx(async (ctx) => {
    // the weakest lock that still excludes writers, so that inserts of new documents do not wait for it
    const counters = await fetchRow(
      ctx,
      tables
        .selectFrom('tss')
        .select(['state', 'signature_counter', 'transaction_counter', 'last_log_time'])
        .where('id', '=', document.tss_id)
        .forNoKeyUpdate(),
    );
    const waiting = await fetchRow(
      ctx,
      tables.selectFrom('fiscal_document').select('state').where('id', '=', id).forUpdate(),
    );
    if (!counters || waiting?.state !== 'waiting') return;
    // the TSS was disabled while the sale was being written
    if (counters.state !== 'INITIALIZED') return markOutage(ctx, id, 'no_tss');
    const transaction_number = counters.transaction_counter + 1;
    const seconds = Math.floor(Math.max(ctx.now.getTime(), counters.last_log_time?.getTime() ?? 0) / 1_000);
    const log_time = new Date(seconds * 1_000);
    const rows = (['StartTransaction', 'FinishTransaction'] as const).map((operation, n) => {
      const counter = counters.signature_counter + 1 + n;
      const isStart = operation === 'StartTransaction';
      return {
        tss_id: document.tss_id,
        document_id: id,
        counter,
        operation,
        log_time,
        signed_bytes: toSignedBytes({
          operation,
          client_serial: document.client_serial,
          process_data: isStart ? '' : document.process_data,
          process_type: isStart ? '' : PROCESS_TYPE,
          transaction_number,
          serial_number: document.serial_number,
          algorithm: document.signature_algorithm as SignatureAlgorithm,
          signature_counter: counter,
          log_time: seconds,
        }),
      };
    });
    await runStatement(ctx, tables.insertInto('fiscal_log').values(rows));
    await runStatement(
      ctx,
      tables
        .updateTable('tss')
        .set({
          transaction_counter: transaction_number,
          signature_counter: counters.signature_counter + rows.length,
          last_log_time: log_time,
        })
        .where('id', '=', document.tss_id),
    );
    await runStatement(
      ctx,
      tables
        .updateTable('fiscal_document')
        .set({ state: 'signing', transaction_number })
        .where('id', '=', id),
    );
  });

/** Stores each signature in the log once, and the receipt's code with its document. */
const storeSignatures = (
  services: Services,
  id: string,
  document: Unsigned,
  signed: readonly (LogRow & { readonly signature: string })[],
): Promise<void> =>
  createSystemCtx(services, 'fiscal.sign').tx(async (ctx) => {
    for (const { id: row, signature } of signed)
      await runStatement(
        ctx,
        tables
          .updateTable('fiscal_log')
          .set({ signature })
          .where('id', '=', row)
          .where('signature', 'is', null),
      );
    const log = await fetchRows(
      ctx,
      tables
        .selectFrom('fiscal_log as l')
        .innerJoin('fiscal_document as d', 'd.id', 'l.document_id')
        .select(['l.counter', 'l.log_time', 'l.signature', 'd.transaction_number'])
        .where('l.document_id', '=', id)
        .orderBy('l.counter'),
    );
    const [start, finish] = log;
    if (!start || !finish?.signature) throw new Error('a signed receipt has no signature');
    const code = formatFiscalCode({
      version: 'V0',
      client_serial: document.client_serial,
      process_type: PROCESS_TYPE,
      process_data: document.process_data,
      transaction_number: String(finish.transaction_number),
      signature_counter: String(finish.counter),
      started_at: start.log_time.toISOString(),
      log_time: finish.log_time.toISOString(),
      algorithm: document.signature_algorithm,
      log_time_format: document.log_time_format,
      signature_value: finish.signature,
      public_key: document.public_key,
    });
    await runStatement(
      ctx,
      tables
        .updateTable('fiscal_document')
        .set({ state: 'sealed', code, sealed_at: ctx.now })
        .where('id', '=', id)
        .where('state', '=', 'signing'),
    );
  });

/** Marks the document as unsigned because signing is down. */
async function giveUpDocument(services: Services, id: string, tss_id: string, error: unknown): Promise<void> {
  const ctx = createSystemCtx(services, 'fiscal.sign');
  const last_error = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  await runStatement(ctx, tables.updateTable('tss').set({ last_error }).where('id', '=', tss_id));
  await markOutage(ctx, id, 'failed');
  services.log.error({ err: error }, 'a receipt cannot be signed');
}

/**
 * Signs a committed document: assigns its numbers, signs without a lock, then stores the result. If the process ends in
 * between, the scheduled job continues from there.
 * Rule: docs/rules/taxes.md#counters
 */
export async function signDocument(services: Services, id: string): Promise<void> {
  const ctx = createSystemCtx(services, 'fiscal.sign');
  const document = await readDocument(ctx, id);
  if (!document || (document.state !== 'waiting' && document.state !== 'signing')) return;
  const provider = getFiscalProvider(services, document.provider);
  let sign: ReturnType<typeof provider.open>;
  try {
    // open the key before a number is assigned, because every assigned number must be signed
    sign = provider.open(document.private_key);
  } catch (error) {
    return giveUpDocument(services, id, document.tss_id, error);
  }
  if (document.state === 'waiting') await assignNumbers(services, id, document);
  const log = await readLog(ctx, id);
  if (log.length === 0) return;
  await storeSignatures(
    services,
    id,
    document,
    log.map((row) => ({ ...row, signature: sign(row.signed_bytes) })),
  );
}

/** Signs a document right after its commit; if that fails, the scheduled job retries it. */
export const signAfterCommit = (ctx: Ctx, id: string): void =>
  ctx.afterCommit(async () => {
    try {
      await signDocument(ctx.services, id);
    } catch (error) {
      ctx.services.log.warn({ err: error }, 'a receipt could not be signed');
    }
  });

/** Documents signed per run; the next minute takes the others. */
const AT_ONCE = 200;
/** The time that the request which wrote a document has to sign it, in milliseconds. */
const OWN_MS = 10_000;

/** Signs the documents that an ended process left unsigned. */
export async function signWaitingDocuments(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'fiscal.sign');
  const documents = await fetchRows(
    ctx,
    tables
      .selectFrom('fiscal_document')
      .select('id')
      .where('state', 'in', ['waiting', 'signing'])
      .where('created_at', '<=', new Date(ctx.now.getTime() - OWN_MS))
      .orderBy('created_at')
      .limit(AT_ONCE),
  );
  for (const { id } of documents)
    try {
      await signDocument(services, id);
    } catch (error) {
      services.log.warn({ err: error }, 'a receipt could not be signed');
    }
}
