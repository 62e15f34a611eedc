import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { toMinor } from '@dukkan/commerce';
import { parse } from 'csv-parse';

/** A row of the retail data set's file. */
export type RetailRow = {
  /** The line number in the file; the header is line 1. */
  readonly line: number;
  readonly invoice: string;
  readonly code: string;
  readonly description: string;
  /** Whole units; negative for returns. */
  readonly quantity: bigint;
  /** The price as written in the file; `thousandths` is the same in thousandths of a pound. */
  readonly price: string;
  readonly thousandths: bigint;
  readonly at: Date;
  /** Empty for an unknown customer. */
  readonly customer: string;
};

/** The header of the data set; a file with another header is refused. */
const COLUMNS = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country';

const CUSTOMER = 6;

function parseRetailRow(cells: readonly string[], line: number): RetailRow {
  const [invoice = '', code = '', description = '', quantity = '', at = '', price = ''] = cells;
  return {
    line,
    invoice,
    code: code.trim(),
    description: description.trim(),
    quantity: BigInt(quantity),
    price,
    thousandths: toMinor(price, 3),
    // a shop in London, where summer time does not move a sale to another day
    at: new Date(`${at.replace(' ', 'T')}Z`),
    customer: (cells[CUSTOMER] ?? '').replace(/\.0$/, ''),
  };
}

/** The part of the data set to read: rows `from` to `to`, counted from 1, at most `limit`. */
export type RowRange = { readonly from: number; readonly to: number; readonly limit: number };

/** Reads the rows of a data set file, gzipped or not. @throws Error for any other table */
export async function readRetail(path: string, { from, to, limit }: RowRange): Promise<RetailRow[]> {
  const last = Math.min(to, from + limit - 1);
  const file = createReadStream(path);
  const rows: RetailRow[] = [];
  let line = 0;
  for await (const cells of (path.endsWith('.gz') ? file.pipe(createGunzip()) : file).pipe(parse())) {
    line += 1;
    if (line === 1 && cells.join(',') !== COLUMNS) throw new Error(`${path} is not the retail set`);
    if (line - 1 > last) break;
    if (line > 1 && line - 1 >= from) rows.push(parseRetailRow(cells, line));
  }
  return rows;
}

/** An invoice of the data set; its rows follow each other in the file. */
export type Invoice = {
  readonly no: string;
  readonly at: Date;
  readonly customer: string;
  readonly rows: RetailRow[];
};

/** Groups the rows into invoices, in the order of the file. */
export function groupInvoices(rows: readonly RetailRow[]): Invoice[] {
  const invoices: Invoice[] = [];
  for (const row of rows) {
    const last = invoices.at(-1);
    if (last?.no === row.invoice) last.rows.push(row);
    else invoices.push({ no: row.invoice, at: row.at, customer: row.customer, rows: [row] });
  }
  return invoices;
}

/** Whether an invoice of the data set is a return. */
export const isReturnInvoice = ({ no }: Pick<Invoice, 'no'>): boolean => no.startsWith('C');

/**
 * Splits the rows of a sale into orders of at most `max` lines with one price per product, because an order uses the
 * product's current price.
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

/** Groups the invoices by week; the goods of a week are bought at its beginning. */
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
