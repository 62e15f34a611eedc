import { formatMinor } from '@dukkan/commerce';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import type { Services } from '../../core/ctx.ts';
import { createSystemCtx } from '../../core/ctx.ts';
import { fetchRows } from '../../core/db/tables.ts';
import { NET_TOTAL, orderFactsSql } from '../../modules/ordering/index.ts';
import type { RefusedRow, ReplayResult } from './replay.ts';
import type { RetailRow } from './rows.ts';

/** Number of rows, units and thousandths of a pound. */
export type RowSums = { readonly rows: number; readonly quantity: bigint; readonly value: bigint };

/** Sums up rows of the data set. */
export const sumRows = (rows: readonly RetailRow[]): RowSums => ({
  rows: rows.length,
  quantity: rows.reduce((all, { quantity }) => all + quantity, 0n),
  value: rows.reduce((all, { quantity, thousandths }) => all + quantity * thousandths, 0n),
});

/** Sums up the shop from its tables: orders less returns. */
export async function loadShopSums({ database }: Services): Promise<Omit<RowSums, 'rows'>> {
  const { rows } = await database.pool.query<{ quantity: string; value: string }>(`
    SELECT ((SELECT coalesce(sum(quantity), 0) FROM order_line WHERE parent_id IS NULL)
            - (SELECT coalesce(sum(quantity), 0) FROM order_return_line))::bigint::text AS quantity,
           (((SELECT coalesce(sum(due), 0) FROM "order")
            - (SELECT coalesce(sum(value + delivery + fee + rounding), 0) FROM order_return)) * 1000)::bigint::text AS value`);
  return { quantity: BigInt(rows[0]?.quantity ?? '0'), value: BigInt(rows[0]?.value ?? '0') };
}

type Revenue = ReadonlyMap<string, bigint>;

/** Returns thousandths of a pound by month (or day): sales less returns in that period. */
export function sumRevenueOfRows(rows: readonly RetailRow[], length: 7 | 10): Revenue {
  const groups = Map.groupBy(rows, ({ at }) => at.toISOString().slice(0, length));
  return new Map([...groups].map(([key, of]) => [key, sumRows(of).value]));
}

/** Returns the same from the shop's reporting facts, in the shop's days. */
export async function loadShopRevenue(services: Services, length: 7 | 10): Promise<Revenue> {
  const facts = orderFactsSql({ branches: null, zone: 'Europe/London', day_end: '00:00', detail: 'day' });
  const rows = await fetchRows(
    createSystemCtx(services, 'replay'),
    sql<{ readonly key: string; readonly value: string }>`
      SELECT left(day::text, ${length}::int) AS key, (sum(${sql.raw(NET_TOTAL)}) * 1000)::bigint::text AS value
        FROM (${facts}) x GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ key, value }) => [key, BigInt(value)]));
}

/** Returns the keys whose amounts differ; a missing key counts as 0. */
const listDifferingKeys = (a: Revenue, b: Revenue): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((key) => (a.get(key) ?? 0n) !== (b.get(key) ?? 0n)).sort();

/** The sums of the data set, of the accepted rows and of the refused ones. */
export type ReplayBalance = {
  readonly set: RowSums;
  readonly taken: RowSums;
  readonly refused: RowSums;
  /** Days and months whose revenue differs from the accepted rows. */
  readonly differing: readonly string[];
  /** Whether shop and refusals add up to the data set exactly, in total and on every day. */
  readonly isEven: boolean;
};

/** Compares the rows of the data set with the shop's tables and the refusals. */
export async function buildBalance(
  services: Services,
  rows: readonly RetailRow[],
  { taken, refused }: ReplayResult,
): Promise<ReplayBalance> {
  const set = sumRows(rows);
  const shop = { rows: taken.length, ...(await loadShopSums(services)) };
  const left = sumRows(refused.map(({ row }) => row));
  const differs: string[] = [];
  for (const length of [7, 10] as const)
    differs.push(
      ...listDifferingKeys(sumRevenueOfRows(taken, length), await loadShopRevenue(services, length)),
    );
  const isEven =
    differs.length === 0 &&
    set.rows === shop.rows + left.rows &&
    set.quantity === shop.quantity + left.quantity &&
    set.value === shop.value + left.value;
  return { set, taken: shop, refused: left, differing: differs, isEven };
}

const formatSumsLine = (title: string, { rows, quantity, value }: RowSums): string =>
  `${title.padEnd(18)}${String(rows).padStart(9)}${quantity.toString().padStart(12)}${formatMinor(value, 3).padStart(18)}`;

/** Counts the refused rows by reason, most frequent first, ignoring numbers in the text. */
export function formatRefusalCounts(refused: readonly RefusedRow[]): string[] {
  const groups = Map.groupBy(refused, ({ reason }) => `${reason.code}: ${reason.text.replace(/\d+/g, 'n')}`);
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([text, rows]) => `${String(rows.length).padStart(9)}  ${text}`);
}

/** Formats the comparison as a table, with the refusals by reason. */
export function formatReport(
  { set, taken, refused, differing, isEven }: ReplayBalance,
  refusals: readonly RefusedRow[],
): string {
  const sum = {
    rows: taken.rows + refused.rows,
    quantity: taken.quantity + refused.quantity,
    value: taken.value + refused.value,
  };
  return [
    `${''.padEnd(18)}${'rows'.padStart(9)}${'units'.padStart(12)}${'pounds'.padStart(18)}`,
    formatSumsLine('in the shop', taken),
    formatSumsLine('refused', refused),
    formatSumsLine('together', sum),
    formatSumsLine('the set', set),
    differing.length === 0
      ? 'Revenue is the same on every day and in every month.'
      : `REVENUE DIFFERS: ${differing.join(', ')}`,
    isEven ? 'Both sides are the same to the last digit.' : 'THE SIDES DIFFER.',
    '',
    'refused rows, by reason:',
    ...formatRefusalCounts(refusals),
  ].join('\n');
}

/** Formats the refused rows as a table, each with its reason. */
export const formatRefusalTable = (refused: readonly RefusedRow[]): string =>
  stringify([
    ['line', 'invoice', 'code', 'quantity', 'price', 'customer', 'reason', 'text'],
    ...refused.map(({ row, reason }) => [
      row.line,
      row.invoice,
      row.code,
      row.quantity.toString(),
      row.price,
      row.customer,
      reason.code,
      reason.text,
    ]),
  ]);
