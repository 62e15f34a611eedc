import type { api, PrintedContent } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import type { PrintDocument, PrintField, PrintSum } from '../../../core/print/print-document.ts';
import {
  createPrintFormatter,
  isolateBidi,
  isolateLtrCode,
  type PrintFormatter,
} from '../../../core/print/print-formatter.ts';
import { buildTaxTable } from '../../../core/print/tax-table.ts';
import {
  addLetterhead,
  type PrintDocumentBody,
  readSettings,
  toPrintedContent,
} from '../../setting/index.ts';
import { getBranchTimeZone } from '../order/list/order-filters.ts';
import { type FiscalPrint, loadFiscalPrint } from '../order/show/fiscal-print.ts';
import { show as showOrder } from '../order/show/order.view.ts';
import { buildInvoiceFields, DASH } from '../order/show/print-order.ts';
import { show } from './list-returns.ts';
import { computeReturnTaxes } from './return-taxes.ts';

type Return = z.output<typeof api.orderReturn.show.output>;
type Order = z.output<typeof api.order.show.output>;
/** Other data printed with a return. */
type Beside = { readonly order: Order; readonly taxes: Order['taxes']; readonly fiscal: FiscalPrint };

function buildTotalRows(of: Return, { text, money }: PrintFormatter): PrintSum[] {
  const due = of.value + of.delivery + of.fee + of.rounding;
  const row = (label: string, value: number): PrintSum[] =>
    value === 0 ? [] : [{ label, value: money(value) }];
  const isOpen = of.payments.some(({ status }) => status === 'pending');
  return [
    ...(due === of.value ? [] : row(text('goods'), of.value)),
    ...row(text('delivery'), of.delivery),
    ...row(text('payment_fee'), of.fee),
    ...row(text('rounding'), of.rounding),
    { label: text('due'), value: money(due), strong: true },
    ...row(text('tax_included'), of.tax),
    // refunds are stored as negative amounts; the printed label already tells the direction
    ...of.payments
      .filter(({ status }) => status !== 'voided')
      .map(({ payment_title, amount, status }) => ({
        label: text(status === 'pending' ? 'refund_open_by' : 'refunded_by', {
          method: isolateBidi(payment_title),
        }),
        value: money(Math.abs(amount)),
      })),
    ...row(text('lowers_open'), due - of.refund),
    { label: text(isOpen ? 'refund_open' : 'refund'), value: money(of.refund), strong: true },
  ];
}

function buildReturnBody(
  ctx: Ctx,
  of: Return,
  { order, taxes, fiscal }: Beside,
  words: PrintFormatter,
): PrintDocumentBody {
  const { text, number, amount, day, instant } = words;
  const own = ctx.reach === 'own';
  const at = isolateBidi(instant(of.created_at));
  const facts: (PrintField | null)[] = [
    { label: text('return_number'), value: `#${of.id}`, isCode: true },
    { label: text('returned_on'), value: day(of.on_date) },
    ...buildInvoiceFields(ctx, order, words),
    of.approver_name && !own ? { label: text('approved_by'), value: of.approver_name } : null,
  ];
  const table = buildTaxTable(taxes, words);
  return {
    title: text('return_invoice'),
    subject: `${isolateLtrCode(`#${of.id}`)}${of.removed_at ? ` · ${text('undone')}` : ''}`,
    facts: [...facts.filter((fact) => fact !== null), ...fiscal.facts],
    lines: {
      columns: [
        { role: 'code', label: text('code') },
        { role: 'title', label: text('item') },
        { role: 'quantity', label: text('quantity') },
        { role: 'price', label: text('price') },
        { role: 'sum', label: text('value') },
      ],
      rows: of.lines.map((line) => ({
        cells: [
          line.barcode ?? DASH,
          line.title,
          number(line.quantity),
          amount(line.value / line.quantity),
          amount(line.value),
        ],
        ...(line.restock === 0 ? { also: text('damaged') } : {}),
      })),
    },
    sums: buildTotalRows(of, words),
    ...(table ? { taxes: table } : {}),
    notes: [...(of.notes ? [{ label: text('notes'), text: of.notes }] : []), ...fiscal.notes],
    ...(fiscal.qr ? { qr: fiscal.qr } : {}),
    foot: [
      of.account_name && !own
        ? text('created_by', { name: isolateBidi(of.account_name), at })
        : text('created_on', { at }),
      text('printed_on', { at: isolateBidi(instant(ctx.now)) }),
    ],
    pageText: text('page'),
  };
}

async function buildReturnInvoice(ctx: Ctx, of: Return) {
  const [{ settings }, order, taxes] = await Promise.all([
    readSettings(ctx),
    showOrder(ctx, { id: of.order_id }),
    computeReturnTaxes(ctx, of.id),
  ]);
  const words = createPrintFormatter(ctx.locale, of.currency, await getBranchTimeZone(ctx, order.branch_id));
  const fiscal = await loadFiscalPrint(ctx, { return_id: of.id }, words);
  return { content: buildReturnBody(ctx, of, { order, taxes, fiscal }, words), settings };
}

/** Prints the invoice of a return. */
export const printReturn = async (ctx: Ctx, orderReturn: Return): Promise<PrintDocument> =>
  addLetterhead(ctx, await buildReturnInvoice(ctx, orderReturn));

/** Returns the same invoice for printing from the browser. @throws record.missing */
export const previewReturnPrint = async (ctx: Ctx, input: { id: number }): Promise<PrintedContent> =>
  toPrintedContent(ctx, await buildReturnInvoice(ctx, await show(ctx, input)));
