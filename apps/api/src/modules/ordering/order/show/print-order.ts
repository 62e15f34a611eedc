import type { api, PrintedContent, PrintKey } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import type { PrintDocument, PrintField, PrintSum } from '../../../../core/print/print-document.ts';
import {
  createPrintFormatter,
  isolateBidi,
  isolateLtrCode,
  type PrintFormatter,
} from '../../../../core/print/print-formatter.ts';
import { buildTaxTable } from '../../../../core/print/tax-table.ts';
import {
  addLetterhead,
  type PrintBodyWithSettings,
  type PrintDocumentBody,
  readSettings,
  toPrintedContent,
} from '../../../setting/index.ts';
import { getBranchTimeZone } from '../list/order-filters.ts';
import { type FiscalPrint, loadFiscalPrint } from './fiscal-print.ts';
import { show } from './order.view.ts';

type Order = z.output<typeof api.order.show.output>;
type Line = Order['lines'][number];

export const DASH = '–';

const code = (label: string, value: string): PrintField => ({ label, value, isCode: true });

/** Returns the printed customer: name and phone number, or the walk-in customer. */
const customerFact = (
  { text }: PrintFormatter,
  of: Pick<Order, 'client_name' | 'client_phone'>,
): PrintField => ({
  label: text('customer'),
  value: of.client_name ?? of.client_phone ?? text('no_customer'),
  ...(of.client_name && of.client_phone ? { also: of.client_phone } : {}),
});

/** Returns the methods of the payments, or the planned one if there are none yet. */
function methodsOf(of: Order, { list }: PrintFormatter): string {
  const titles = of.payments
    .filter(({ amount, status }) => amount > 0 && status !== 'voided')
    .map(({ payment_title }) => payment_title);
  return titles.length > 0 ? list([...new Set(titles)]) : (of.payment_title ?? DASH);
}

/** Returns the head of the invoice: order, customer, address, payment and delivery. */
export function buildInvoiceFields(ctx: Ctx, order: Order, formatter: PrintFormatter): PrintField[] {
  const { text, instant } = formatter;
  const shipping = order.type === 'delivery' ? order.delivery_title : text(order.type);
  const facts: (PrintField | null)[] = [
    code(text('order_number'), order.till_no ?? `#${order.id}`),
    { label: text('ordered_at'), value: instant(order.created_at) },
    customerFact(formatter, order),
    { label: text('address'), value: order.address || DASH },
    { label: text('invoice_to'), value: order.invoice_to ?? order.client_name ?? DASH },
    { label: text('branch'), value: order.branch_name },
    { label: text('payment_method'), value: methodsOf(order, formatter) },
    { label: text('shipping_method'), value: shipping ?? DASH },
    // customers do not see staff names
    ctx.reach === 'own' ? null : { label: text('seller'), value: order.seller_name ?? DASH },
    order.preferred_at ? { label: text('preferred_at'), value: instant(order.preferred_at) } : null,
    order.delivered_at && !order.pos
      ? { label: text('delivered_at'), value: instant(order.delivered_at) }
      : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** Returns the small print of a line: extras, parts of a bundle, discounts, returns. */
function besideOf(line: Line, { text, number }: PrintFormatter): string {
  return [
    ...line.extras.map(({ title }) => `+ ${isolateBidi(title)}`),
    ...line.parts.map(
      ({ title, quantity }) => `${isolateLtrCode(`${number(quantity)} ×`)} ${isolateBidi(title)}`,
    ),
    line.discount_source && line.offer_id === null ? isolateBidi(line.discount_source.title) : '',
    line.returned_quantity > 0
      ? text('returned_units', { quantity: isolateBidi(number(line.returned_quantity)) })
      : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function linesOf(of: Order, words: PrintFormatter): PrintDocument['lines'] {
  const { text, number, amount } = words;
  const extrasOf = (line: Line) => line.extras.reduce((sum, { price }) => sum + price, 0);
  const isCheaper = ({ unit_list, unit_price }: Line) => unit_price < unit_list;
  return {
    columns: [
      { role: 'code', label: text('code') },
      { role: 'title', label: text('item') },
      { role: 'quantity', label: text('quantity') },
      { role: 'before', label: text('before_discount') },
      { role: 'price', label: text('price') },
      { role: 'sum', label: text('total') },
    ],
    rows: of.lines.map((line) => {
      const also = besideOf(line, words);
      return {
        cells: [
          line.barcode ?? DASH,
          line.title,
          number(line.quantity),
          isCheaper(line) ? amount(line.unit_list + extrasOf(line)) : '',
          amount(line.unit_price + extrasOf(line)),
          amount(line.gross),
        ],
        ...(also === '' ? {} : { also }),
      };
    }),
  };
}

/** Returns the totals: goods, discounts, delivery, exclusive tax, fee, rounding, and the amount due. */
function dueOf(of: Order, { text, money }: PrintFormatter): PrintSum[] {
  const isFixed = of.steps.some(({ kind, code }) => kind === 'delivery' && code === 'fixed');
  const row = (label: string, value: number, shown = value !== 0): PrintSum | null =>
    shown ? { label, value: money(value) } : null;
  const rows = [
    row(text('products_price'), of.total, true),
    row(text('product_discount'), -of.product_discount),
    row(text('coupon', { code: isolateLtrCode(of.coupon_code ?? '') }), -of.coupon_discount),
    row(text('discount'), -of.manual_discount),
    row(text(isFixed ? 'delivery_fixed' : 'delivery'), of.delivery_charge, of.type === 'delivery'),
    row(text('tax'), of.tax_mode === 'exclusive' ? of.tax : 0),
    row(text('payment_fee'), of.payment_fee),
    row(text('rounding'), of.rounding),
  ].filter((one) => one !== null);
  return [...rows, { label: text('due'), value: money(of.due), strong: true }];
}

/**
 * Returns the printed payments: each method with its amount, change given, refunds, and the amount still due.
 * Rule: docs/rules/currencies.md#payments-on-the-invoice
 */
function paidOf(of: Order, { text, money }: PrintFormatter): PrintSum[] {
  const rows = of.payments.flatMap((payment): PrintSum[] => {
    const { status, amount, tendered, change, payment_title } = payment;
    if (status === 'voided') return [];
    const isPending = status === 'pending';
    const key: PrintKey =
      amount < 0 ? (isPending ? 'refund_open_by' : 'refunded_by') : isPending ? 'payment_open_by' : 'paid_by';
    return [
      { label: text(key, { method: isolateBidi(payment_title) }), value: money(amount) },
      ...(tendered === null ? [] : [{ label: text('tendered'), value: money(tendered) }]),
      ...(change === null || change === 0 ? [] : [{ label: text('change'), value: money(change) }]),
    ];
  });
  return [
    ...rows,
    ...(of.returned_value > 0 ? [{ label: text('returned'), value: money(-of.returned_value) }] : []),
    { label: text('still_open'), value: money(of.open_amount), strong: of.open_amount > 0 },
  ];
}

function contentOf(ctx: Ctx, of: Order, words: PrintFormatter, fiscal: FiscalPrint): PrintDocumentBody {
  const { text, instant } = words;
  const taxes = buildTaxTable(of.taxes, words);
  const at = isolateBidi(instant(of.created_at));
  return {
    title: text('order_invoice'),
    subject: `${isolateLtrCode(`#${of.id}`)} · ${of.status_title}`,
    facts: [...buildInvoiceFields(ctx, of, words), ...fiscal.facts],
    lines: linesOf(of, words),
    sums: [...dueOf(of, words), ...paidOf(of, words)],
    ...(taxes ? { taxes } : {}),
    notes: [...(of.notes ? [{ label: text('notes'), text: of.notes }] : []), ...fiscal.notes],
    ...(fiscal.qr ? { qr: fiscal.qr } : {}),
    foot: [
      of.account_name && ctx.reach !== 'own'
        ? text('created_by', { name: isolateBidi(of.account_name), at })
        : text('created_on', { at }),
      text('printed_on', { at: isolateBidi(instant(ctx.now)) }),
    ],
    pageText: text('page'),
  };
}

async function invoiceOf(ctx: Ctx, of: Order): Promise<PrintBodyWithSettings> {
  const { settings } = await readSettings(ctx);
  const zone = await getBranchTimeZone(ctx, of.branch_id);
  const words = createPrintFormatter(ctx.locale, of.currency, zone);
  const fiscal = await loadFiscalPrint(ctx, { order_id: of.id }, words);
  return { content: contentOf(ctx, of, words, fiscal), settings };
}

/** Prints the invoice of an order; costs are never printed. */
export const printOrder = async (ctx: Ctx, order: Order): Promise<PrintDocument> =>
  addLetterhead(ctx, await invoiceOf(ctx, order));

/** Returns the same invoice for printing from the browser. @throws record.missing */
export const previewOrderPrint = async (ctx: Ctx, input: { id: number }): Promise<PrintedContent> =>
  toPrintedContent(ctx, await invoiceOf(ctx, await show(ctx, input)));
