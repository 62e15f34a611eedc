import { CANCELED } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';

/** The customer of an order: an account, or the phone number of the order. */
export type CouponCustomer = {
  readonly client_id?: number | null | undefined;
  /** E.164. */
  readonly phone?: string | null | undefined;
};

/** SQL that counts a customer's orders with a coupon, without canceled ones. */
export const couponUsesSql = (
  coupon: Expression<number>,
  { client_id, phone }: CouponCustomer,
): RawBuilder<number> =>
  sql<number>`(SELECT count(*)::int FROM "order" o
    WHERE o.coupon_id = ${coupon} AND o.status_value <> ${sql.lit(CANCELED)}
      AND (o.client_id = ${client_id ?? null}::int OR o.client_phone = ${phone ?? null}::text))`;

/**
 * Counts one more use of a coupon in the order's transaction, before the order is written. The coupon stays locked
 * until the transaction ends, so that parallel orders cannot exceed its limits.
 * @throws coupon.used_up (409), record.missing
 */
export async function redeemCoupon(
  ctx: Ctx,
  coupon_id: number,
  customer: CouponCustomer = {},
): Promise<void> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('offer')
      .select(['uses', 'usage_limit', 'per_customer_limit'])
      .where('id', '=', coupon_id)
      .where('type', '=', sql.lit('coupon'))
      .where('deleted_at', 'is', null)
      .forUpdate(),
  );
  if (!row) return fail('record.missing');
  if (row.usage_limit !== null && row.uses >= row.usage_limit) fail('coupon.used_up');
  if (row.per_customer_limit !== null) {
    // counted after the lock, so that other orders committed in the meantime are included
    const uses = couponUsesSql(sql<number>`${coupon_id}::int`, customer);
    const used = await fetchRow(ctx, tables.selectNoFrom(uses.as('count')));
    if ((used?.count ?? 0) >= row.per_customer_limit) fail('coupon.used_up');
  }
  await runStatement(
    ctx,
    tables
      .updateTable('offer')
      .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', coupon_id),
  );
}

/** Returns one use of a coupon, because its order was canceled or priced again without it. */
export async function releaseCoupon(ctx: Ctx, coupon_id: number): Promise<void> {
  await runStatement(
    ctx,
    tables
      .updateTable('offer')
      .set(({ ref }) => ({ uses: sql<number>`greatest(${ref('uses')} - 1, 0)` }))
      .where('id', '=', coupon_id),
  );
}
