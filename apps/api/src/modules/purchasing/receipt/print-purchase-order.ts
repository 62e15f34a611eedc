import { type Localized, resolveText } from '@dukkan/commerce';
import type { api, PrintedContent } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import type { PrintDocument } from '../../../core/print/print-document.ts';
import { createPrintFormatter, isolateBidi, isolateLtrCode } from '../../../core/print/print-formatter.ts';
import {
  addLetterhead,
  type PrintBodyWithSettings,
  readSettings,
  toPrintedContent,
} from '../../setting/index.ts';
import { show } from './list-receipts.ts';

type Input = z.output<typeof api.receipt.purchaseOrder.input>;

const NONE = '–';

/** Loads the lines of a receipt with the number that its supplier knows each item by. */
export const loadOrderLines = (ctx: Ctx, receipt_id: number) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('receipt_line as l')
      .innerJoin('receipt as r', 'r.id', 'l.receipt_id')
      .innerJoin('product_item as i', 'i.id', 'l.item_id')
      .innerJoin('product as p', 'p.id', 'l.product_id')
      .innerJoin('branch as b', 'b.id', 'l.branch_id')
      .select(({ cast, ref, selectFrom }) => [
        'i.barcode',
        sql<Localized>`item_titles(${ref('p.titles')}, ${ref('i.option')})`.as('titles'),
        ref('b.names').$castTo<Localized>().as('branch_names'),
        cast<number>('l.quantity', 'float8').as('quantity'),
        selectFrom('supplier_item as s')
          .select('s.code')
          .whereRef('s.item_id', '=', 'l.item_id')
          .whereRef('s.supplier_id', '=', 'r.supplier_id')
          .where('s.code', '<>', '')
          .orderBy('s.id', 'desc')
          .limit(sql.lit(1))
          .as('code'),
      ])
      .where('l.receipt_id', '=', receipt_id)
      .orderBy('l.ord')
      .orderBy('l.id'),
  );

/** Builds the order to a supplier: what is ordered for which branch, and no costs. */
async function orderOf(ctx: Ctx, id: number): Promise<PrintBodyWithSettings> {
  const receipt = await show(ctx, { id });
  const lines = await loadOrderLines(ctx, id);
  const { settings } = await readSettings(ctx);
  const { text, day, number, instant, list } = createPrintFormatter(
    ctx.locale,
    receipt.currency,
    settings.timezone,
  );
  const content: PrintBodyWithSettings['content'] = {
    title: text('purchase_order'),
    subject: isolateLtrCode(`#${id}`),
    facts: [
      { label: text('supplier'), value: receipt.supplier_name },
      { label: text('goods_to'), value: list(receipt.branches_names) || NONE },
      { label: text('order_number'), value: `#${id}`, isCode: true },
      { label: text('ordered_on'), value: day(receipt.on_date) },
    ],
    lines: {
      columns: [
        { role: 'code', label: text('code') },
        { role: 'title', label: text('item') },
        { role: 'quantity', label: text('quantity') },
      ],
      rows: lines.map((line) => ({
        cells: [
          line.code ?? line.barcode ?? NONE,
          resolveText(line.titles, ctx.locale),
          number(line.quantity),
        ],
        ...(receipt.branches_names.length > 1
          ? { also: isolateBidi(resolveText(line.branch_names, ctx.locale)) }
          : {}),
      })),
    },
    sums: [],
    notes: receipt.notes ? [{ label: text('notes'), text: receipt.notes }] : [],
    foot: [text('printed_on', { at: isolateBidi(instant(ctx.now)) })],
    pageText: text('page'),
  };
  return { content, settings };
}

/** Returns the order to a supplier for printing from the browser. @throws record.missing */
export const previewPurchaseOrder = async (ctx: Ctx, { id }: Input): Promise<PrintedContent> =>
  toPrintedContent(ctx, await orderOf(ctx, id));

/** Prints the order to a supplier. */
export const printPurchaseOrder = async (
  ctx: Ctx,
  _: PrintedContent,
  { id }: Input,
): Promise<PrintDocument> => addLetterhead(ctx, await orderOf(ctx, id));

/** Prints the order to a supplier as a PDF for its e-mail. @throws service.busy when the print queue is full */
export const printPurchaseOrderFile = async (ctx: Ctx, id: number): Promise<Uint8Array> =>
  ctx.services.printer.print(await addLetterhead(ctx, await orderOf(ctx, id)), 'a4', ctx.now);
