import type { api, PrintedContent, PrintKey } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import type { PrintDocument } from '../../../core/print/print-document.ts';
import {
  createPrintFormatter,
  isolateBidi,
  isolateLtrCode,
  type PrintFormatter,
} from '../../../core/print/print-formatter.ts';
import {
  addLetterhead,
  type PrintBodyWithSettings,
  readSettings,
  toPrintedContent,
} from '../../setting/index.ts';
import { show } from './list-receipts.ts';

type Receipt = z.output<typeof api.receipt.show.output>;

const STATUS: Readonly<Record<string, PrintKey>> = {
  '-1': 'receipt_cancelled',
  '1': 'receipt_accepted',
  '2': 'receipt_locked',
};

const NONE = '–';

function buildPrintRows(
  of: Receipt,
  { text, number, cost, money, day }: PrintFormatter,
): PrintDocument['lines']['rows'] {
  const several = of.branches_names.length > 1;
  return of.items.map((line) => {
    const also = [
      several ? isolateBidi(line.branch_name) : '',
      line.expire_date ? text('expires', { day: isolateBidi(day(line.expire_date)) }) : '',
    ].filter((part) => part !== '');
    return {
      cells: [
        line.barcode ?? NONE,
        line.title,
        number(line.quantity),
        cost(line.cost_value_before_discount),
        cost(line.cost_value),
        money(line.net),
      ],
      ...(also.length > 0 ? { also: also.join(' · ') } : {}),
    };
  });
}

async function buildReceiptPrint(ctx: Ctx, of: Receipt): Promise<PrintBodyWithSettings> {
  const { settings } = await readSettings(ctx);
  const words = createPrintFormatter(ctx.locale, of.currency, settings.timezone);
  const { text, money, day, instant, list } = words;
  const status = text(STATUS[String(of.status)] ?? 'receipt_sent');
  const content: PrintBodyWithSettings['content'] = {
    title: text('purchase_invoice'),
    subject: `${isolateLtrCode(`#${of.id}`)} · ${status}`,
    facts: [
      {
        label: text('supplier'),
        value: of.supplier_name,
        ...(of.supplier_phone ? { also: of.supplier_phone } : {}),
      },
      { label: text('goods_to'), value: of.branches_names.length > 0 ? list(of.branches_names) : NONE },
      { label: text('invoice_number'), value: of.invoice_number ?? NONE, isCode: true },
      { label: text('invoice_date'), value: of.invoice_date ? day(of.invoice_date) : NONE },
      { label: text('received_on'), value: day(of.on_date) },
      { label: text('receipt_number'), value: `#${of.id}`, isCode: true },
    ],
    lines: {
      columns: [
        { role: 'code', label: text('code') },
        { role: 'title', label: text('item') },
        { role: 'quantity', label: text('quantity') },
        { role: 'before', label: text('before_discount') },
        { role: 'price', label: text('cost') },
        { role: 'sum', label: text('net') },
      ],
      rows: buildPrintRows(of, words),
    },
    sums: [
      { label: text('total'), value: money(of.total) },
      { label: text('discount'), value: money(of.discount) },
      { label: text('net'), value: money(of.net), strong: true },
      { label: text('paid'), value: money(of.paid) },
      { label: text('to_pay'), value: money(of.balance), strong: true },
    ],
    notes: of.notes ? [{ label: text('notes'), text: of.notes }] : [],
    foot: [
      text('entered_by', {
        name: isolateBidi(of.account_name ?? NONE),
        at: isolateBidi(instant(of.created_at)),
      }),
      text('printed_on', { at: isolateBidi(instant(ctx.now)) }),
    ],
    pageText: text('page'),
  };
  return { content, settings };
}

/** Prints a purchase receipt. */
export const printReceipt = async (ctx: Ctx, receipt: Receipt): Promise<PrintDocument> =>
  addLetterhead(ctx, await buildReceiptPrint(ctx, receipt));

/** Returns the same invoice for printing from the browser. @throws record.missing */
export const previewReceiptPrint = async (ctx: Ctx, input: { id: number }): Promise<PrintedContent> =>
  toPrintedContent(ctx, await buildReceiptPrint(ctx, await show(ctx, input)));
