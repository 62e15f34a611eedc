import { parseFiscalCode } from '@dukkan/commerce';
import type { Ctx } from '../../../../core/ctx.ts';
import { fetchRow, tables } from '../../../../core/db/tables.ts';
import type { PrintField } from '../../../../core/print/print-document.ts';
import { isolateBidi, type PrintFormatter } from '../../../../core/print/print-formatter.ts';

export type FiscalPrint = {
  readonly facts: readonly PrintField[];
  readonly notes: readonly { readonly label: string; readonly text: string }[];
  /** The code for verifying the signature. */
  readonly qr?: { readonly label: string; readonly text: string };
};

/**
 * Returns the printed signature data: number, counter, times and signature, or that signing was down; empty for
 * branches that do not sign. Rule: docs/rules/taxes.md#on-the-paper
 */
export async function loadFiscalPrint(
  ctx: Ctx,
  source: { readonly order_id: number } | { readonly return_id: number },
  { text, instant }: PrintFormatter,
): Promise<FiscalPrint> {
  const read = tables
    .selectFrom('fiscal_document as d')
    .leftJoin('tss as t', 't.id', 'd.tss_id')
    .select(['d.code', 't.environment']);
  const row = await fetchRow(
    ctx,
    'return_id' in source
      ? read.where('d.return_id', '=', source.return_id).where('d.kind', '=', 'return')
      : read.where('d.order_id', '=', source.order_id).where('d.kind', '=', 'sale'),
  );
  if (!row) return { facts: [], notes: [] };
  const label = text('fiscal');
  const test = row.environment === 'LIVE' ? [] : [{ label, text: text('fiscal_test') }];
  const code = row.code === null ? null : parseFiscalCode(row.code);
  if (row.code === null || !code)
    return { facts: [], notes: [{ label, text: text('fiscal_outage') }, ...test] };
  const field = (name: string, value: string): PrintField => ({ label: name, value, isCode: true });
  return {
    facts: [
      field(text('fiscal_transaction'), code.transaction_number),
      field(text('fiscal_counter'), code.signature_counter),
      field(text('fiscal_till'), code.client_serial),
      { label: text('fiscal_started'), value: instant(code.started_at) },
      { label: text('fiscal_finished'), value: instant(code.log_time) },
    ],
    notes: [
      { label: text('fiscal_signature'), text: isolateBidi(code.signature_value) },
      { label: text('fiscal_public_key'), text: isolateBidi(code.public_key) },
      ...test,
    ],
    qr: { label: text('fiscal_code'), text: row.code },
  };
}

/** Returns what the receipt of a signed sale prints, for a till that prints itself; null where nothing is signed. */
export async function readFiscalFacts(ctx: Ctx, order_id: number): Promise<Record<string, unknown> | null> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('fiscal_document as d')
      .leftJoin('tss as t', 't.id', 'd.tss_id')
      .select(['d.code', 't.environment'])
      .where('d.order_id', '=', order_id)
      .where('d.kind', '=', 'sale'),
  );
  if (!row) return null;
  return {
    qr: row.code,
    environment: row.environment,
    ...(row.code === null ? {} : parseFiscalCode(row.code)),
  };
}
