import type { EXCEPTION_KINDS } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement } from '../../../core/db/tables.ts';
import { insertEventsSql } from '../../../core/insert-events.ts';
import type { QuotedOrder } from '../order/price/quote-order.ts';
import { changedSinceSql, parsePackVersion } from './pack-version.ts';

// Rule: docs/rules/till-sales.md#exceptions

/** Something of a booked sale that the shop sees differently. */
export type FoundException = {
  readonly kind: (typeof EXCEPTION_KINDS)[number];
  /** What the paper says more than the shop, as text of the currency. */
  readonly amount?: string | null;
  readonly currency?: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** True when it had to come so: nobody needs to look at it. */
  readonly isExplained?: boolean;
};

/**
 * True when something that the price of these goods hangs on has changed since the till's pack: a product, the prices of
 * a list, a rule or a setting. An unknown version explains nothing.
 */
export async function isExplained(
  ctx: Ctx,
  pack_version: string,
  { wanted, facts }: QuotedOrder,
): Promise<boolean> {
  const version = parsePackVersion(pack_version);
  if (!version) return false;
  const products = [...wanted.flatMap(({ item }) => item ?? []), ...facts.items].map(
    ({ product_id }) => product_id,
  );
  const row = await fetchRow(
    ctx,
    sql<{ changed: boolean }>`SELECT EXISTS (
      SELECT FROM pack_change WHERE ${changedSinceSql(version)}
         AND (product_id IS NULL OR product_id = ANY(${[...new Set(products)]}::int[]))) AS changed`,
  );
  return row?.changed ?? false;
}

type Sale = {
  readonly uuid: string;
  readonly order_id: number;
  readonly branch_id: number;
  readonly device_id: number;
};

/** Writes the exceptions of a sale in one statement, of each kind one. */
export async function writeExceptions(
  ctx: Ctx,
  { uuid, order_id, branch_id, device_id }: Sale,
  found: readonly FoundException[],
): Promise<void> {
  if (found.length === 0) return;
  const rows = [...Map.groupBy(found, ({ kind }) => kind).values()].map((same) => ({
    kind: same[0]?.kind,
    amount: same.find(({ amount }) => amount != null)?.amount ?? null,
    currency: same.find(({ currency }) => currency != null)?.currency ?? null,
    details: Object.assign({}, ...same.map(({ details }) => details)),
    state: same.every(({ isExplained }) => isExplained) ? 'explained' : 'open',
  }));
  const event = { noun: 'till-exception' as const, id: 0, version: null, branch_id };
  await runStatement(
    ctx,
    sql`
    WITH notified AS (${insertEventsSql(ctx, [event])})
    INSERT INTO pos_exception (inbox, order_id, branch_id, device_id, kind, state, amount, currency, details, created_at)
    SELECT ${uuid}::uuid, ${order_id}::int, ${branch_id}::int, ${device_id}::int, r.kind, r.state, r.amount, r.currency,
           r.details, ${ctx.now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(kind text, state text, amount numeric, currency text,
        details jsonb)
    ON CONFLICT (inbox, kind) DO NOTHING`,
  );
}
