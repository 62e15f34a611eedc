import type { PrintedContent } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRows } from '../../core/db/tables.ts';
import type { PrintDocument, PrintField, PrintSum } from '../../core/print/print-document.ts';
import {
  createPrintFormatter,
  isolateBidi,
  isolateLtrCode,
  type PrintFormatter,
} from '../../core/print/print-formatter.ts';
import { buildTaxTable, type TaxRate } from '../../core/print/tax-table.ts';
import { addLetterhead, type PrintDocumentBody, readSettings, toPrintedContent } from '../setting/index.ts';
import { TAXES } from './session-figures.ts';
import { type ShownSession, show } from './show-session.ts';

// Rule: docs/rules/tills.md#reports-of-a-session

/** Loads the tax of a session's sales by rate. */
const loadTaxRates = (ctx: Ctx, session_id: number): Promise<TaxRate[]> =>
  fetchRows(
    ctx,
    sql<TaxRate>`
      SELECT rate.tax_bp, rate.net::float8 AS net, rate.tax::float8 AS tax, rate.gross::float8 AS gross
        FROM pos_session s JOIN ${TAXES} rate ON TRUE WHERE s.id = ${session_id} ORDER BY rate.tax_bp`,
  );

/** Returns the terms of the printed report: terms without any movement are left out, subtracted ones are negative. */
function sumsOf({ terms, left_in_drawer }: ShownSession, { text, money }: PrintFormatter): PrintSum[] {
  const below = new Set(['refunds', 'out', 'drop']);
  const strong = new Set(['expected', 'counted', 'difference']);
  const rows = terms.flatMap(({ key, amount }): PrintSum[] => {
    if (amount === null || (amount === 0 && !strong.has(key) && key !== 'start')) return [];
    const value = money(below.has(key) ? -amount : amount);
    return [{ label: text(`drawer_${key}`), value, strong: strong.has(key) }];
  });
  return left_in_drawer === null
    ? rows
    : [...rows, { label: text('left_in_drawer'), value: money(left_in_drawer) }];
}

function factsOf(of: ShownSession, { text, instant }: PrintFormatter): PrintField[] {
  const person = (name: string | null) => (name === null ? {} : { also: name });
  return [
    { label: text('till'), value: of.device_name },
    { label: text('branch'), value: of.branch_name },
    { label: text('opened_at'), value: instant(of.opened_at), ...person(of.opened_by_name) },
    ...(of.closed_at
      ? [{ label: text('closed_at'), value: instant(of.closed_at), ...person(of.closed_by_name) }]
      : []),
    ...(of.approver_name ? [{ label: text('approved_by'), value: of.approver_name }] : []),
    { label: text('orders'), value: String(of.orders_count), isCode: true },
  ];
}

function contentOf(
  ctx: Ctx,
  of: ShownSession,
  rates: readonly TaxRate[],
  words: PrintFormatter,
): PrintDocumentBody {
  const { text, number, amount, money, instant } = words;
  const isClosed = of.z_number !== null;
  const taxes = buildTaxTable(rates, words);
  return {
    title: text(isClosed ? 'z_report' : 'x_report'),
    fileParts: [of.device_name, String(of.z_number ?? of.id)],
    // the title says already that it is a Z or an X
    subject: isolateLtrCode(`#${of.z_number ?? of.id}`),
    facts: factsOf(of, words),
    lines: {
      columns: [
        { role: 'title', label: text('payment_method') },
        { role: 'quantity', label: text('quantity') },
        { role: 'sum', label: text('value') },
      ],
      rows: (of.payments ?? []).flatMap(({ title, count, amount: moved, waiting }) => [
        ...(count === 0 ? [] : [{ cells: [title, number(count), amount(moved)] }]),
        ...(waiting === 0
          ? []
          : [{ cells: [text('waiting_by', { method: isolateBidi(title) }), '', amount(waiting)] }]),
      ]),
    },
    sums: [
      ...(of.net_sales === null ? [] : [{ label: text('net_sales'), value: money(of.net_sales) }]),
      ...sumsOf(of, words),
    ],
    ...(taxes ? { taxes } : {}),
    notes: of.note ? [{ label: text('notes'), text: of.note }] : [],
    foot: [text('printed_on', { at: isolateBidi(instant(ctx.now)) })],
    pageText: text('page'),
  };
}

async function reportOf(ctx: Ctx, of: ShownSession) {
  // a person who has yet to count the drawer sees no taxes either, from which the sales could be computed
  const isBlind = of.payments === null;
  const [{ settings }, rates] = await Promise.all([
    readSettings(ctx),
    isBlind ? [] : loadTaxRates(ctx, of.id),
  ]);
  const words = createPrintFormatter(ctx.locale, of.currency, settings.timezone);
  return { content: contentOf(ctx, of, rates, words), settings };
}

/** The X report of an open session, the Z report of a closed one. */
export const printSession = async (ctx: Ctx, session: ShownSession): Promise<PrintDocument> =>
  addLetterhead(ctx, await reportOf(ctx, session));

/** Returns the same report for printing from the browser. @throws record.missing */
export const previewSessionPrint = async (ctx: Ctx, input: { id: number }): Promise<PrintedContent> =>
  toPrintedContent(ctx, await reportOf(ctx, await show(ctx, input)));
