import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { toMinor } from '@dukkan/commerce';
import { parse } from 'csv-parse';

/** One row of the retail set as it stands in its file. */
export type RetailRow = {
  /** In the file; the heading is line 1. */
  readonly line: number;
  readonly invoice: string;
  readonly code: string;
  readonly description: string;
  /** Whole units; negative where goods came back. */
  readonly quantity: bigint;
  /** As it is written, and in thousandths of a pound. */
  readonly price: string;
  readonly thousandths: bigint;
  readonly at: Date;
  /** Empty where nobody wrote down who bought. */
  readonly customer: string;
};

/** The heading of the set; a file that has another one is not it. */
const COLUMNS = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country';

const CUSTOMER = 6;

function rowOf(cells: readonly string[], line: number): RetailRow {
  const [invoice = '', code = '', description = '', quantity = '', at = '', price = ''] = cells;
  return {
    line,
    invoice,
    code: code.trim(),
    description: description.trim(),
    quantity: BigInt(quantity),
    price,
    thousandths: toMinor(price, 3),
    // a shop in London; summer time moves no sale to another day
    at: new Date(`${at.replace(' ', 'T')}Z`),
    customer: (cells[CUSTOMER] ?? '').replace(/\.0$/, ''),
  };
}

/** How much of the set is wanted: rows `from` to `to`, counted from 1, at most `limit`. */
export type RowRange = { readonly from: number; readonly to: number; readonly limit: number };

/** The rows of a file of the set, gzipped or not. @throws Error where it is another table */
export async function readRetail(path: string, { from, to, limit }: RowRange): Promise<RetailRow[]> {
  const last = Math.min(to, from + limit - 1);
  const file = createReadStream(path);
  const rows: RetailRow[] = [];
  let line = 0;
  for await (const cells of (path.endsWith('.gz') ? file.pipe(createGunzip()) : file).pipe(parse())) {
    line += 1;
    if (line === 1 && cells.join(',') !== COLUMNS) throw new Error(`${path} is not the retail set`);
    if (line - 1 > last) break;
    if (line > 1 && line - 1 >= from) rows.push(rowOf(cells, line));
  }
  return rows;
}

/** An invoice of the set: its rows stand together. */
export type Invoice = {
  readonly no: string;
  readonly at: Date;
  readonly customer: string;
  readonly rows: RetailRow[];
};

/** The rows as invoices, in the order of the file. */
export function groupInvoices(rows: readonly RetailRow[]): Invoice[] {
  const invoices: Invoice[] = [];
  for (const row of rows) {
    const last = invoices.at(-1);
    if (last?.no === row.invoice) last.rows.push(row);
    else invoices.push({ no: row.invoice, at: row.at, customer: row.customer, rows: [row] });
  }
  return invoices;
}

/** Whether an invoice of the set takes goods back. */
export const isReturn = ({ no }: Pick<Invoice, 'no'>): boolean => no.startsWith('C');

/**
 * The rows of a sale as orders: at most `max` lines in each, and one price of each product, since an order reads the price
 * that the product has.
 */
export function splitCarts(rows: readonly RetailRow[], max: number): RetailRow[][] {
  const carts: { rows: RetailRow[]; prices: Map<string, bigint> }[] = [];
  for (const row of rows) {
    const fits = carts.find(
      ({ rows, prices }) =>
        rows.length < max && (prices.get(row.code) ?? row.thousandths) === row.thousandths,
    );
    const cart = fits ?? { rows: [], prices: new Map<string, bigint>() };
    if (!fits) carts.push(cart);
    cart.rows.push(row);
    cart.prices.set(row.code, row.thousandths);
  }
  return carts.map(({ rows }) => rows);
}

const WEEK_MS = 7 * 86_400_000;

/** Invoices week by week: what a week sells is bought at its beginning. */
export function groupWeeks(invoices: readonly Invoice[]): Invoice[][] {
  const weeks: { no: number; invoices: Invoice[] }[] = [];
  for (const invoice of invoices) {
    const no = Math.floor(invoice.at.getTime() / WEEK_MS);
    const last = weeks.at(-1);
    if (last?.no === no) last.invoices.push(invoice);
    else weeks.push({ no, invoices: [invoice] });
  }
  return weeks.map(({ invoices }) => invoices);
}
