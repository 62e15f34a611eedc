import type { EXCEPTION_KINDS } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, runDeferred, runStatement, tables } from '../../../core/db/tables.ts';
import { insertEventsSql } from '../../../core/insert-events.ts';
import type { QuotedOrder } from '../order/price/quote-order.ts';
import { changedSinceSql, parsePackVersion } from './pack-version.ts';

// Rule: docs/rules/till-sales.md#exceptions

/** Something of a booked sale that the shop sees differently. */
export type SaleException = {
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
  { wanted: lines, facts }: QuotedOrder,
): Promise<boolean> {
  const version = parsePackVersion(pack_version);
  if (!version) return false;
  const products = [...lines.flatMap(({ item }) => item ?? []), ...facts.items].map(
    ({ product_id }) => product_id,
  );
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('pack_change')
      .select('id')
      .where(changedSinceSql(version))
      .where(({ eb, or }) =>
        or([eb('product_id', 'is', null), eb('product_id', '=', anyIdSql([...new Set(products)]))]),
      )
      .limit(1),
  );
  return row !== undefined;
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
  exceptions: readonly SaleException[],
): Promise<void> {
  if (exceptions.length === 0) return;
  const rows = [...Map.groupBy(exceptions, ({ kind }) => kind)].map(([kind, same]) => ({
    inbox: uuid,
    order_id,
    branch_id,
    device_id,
    kind,
    state: same.every(({ isExplained }) => isExplained) ? 'explained' : 'open',
    amount: same.find(({ amount }) => amount != null)?.amount ?? null,
    currency: same.find(({ currency }) => currency != null)?.currency ?? null,
    details: JSON.stringify(Object.assign({}, ...same.map(({ details }) => details))),
    created_at: ctx.now,
  }));
  await runStatement(
    ctx,
    tables
      .insertInto('pos_exception')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
  await runDeferred(ctx, insertEventsSql(ctx, [{ noun: 'till-exception', id: 0, version: null, branch_id }]));
}
