import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';
import { STATUS_SQL } from '../../../core/sql/order-status-sql.ts';

/** The customer of an order: an account, or the phone number of the order. */
export type CouponCustomer = {
  readonly client_id?: number | null | undefined;
  /** E.164. */
  readonly phone?: string | null | undefined;
};

/** SQL that counts a customer's orders with a coupon, without canceled ones. */
export const couponUsesSql = (coupon: Prisma.Sql, { client_id, phone }: CouponCustomer): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM "order" o
    WHERE o.coupon_id = ${coupon} AND o.status_value <> ${STATUS_SQL.CANCELED}
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
  const [row] = await queryRows<{
    uses: number;
    usage_limit: number | null;
    per_customer_limit: number | null;
  }>(
    ctx,
    Prisma.sql`SELECT uses, usage_limit, per_customer_limit FROM offer
                WHERE id = ${coupon_id} AND type = 'coupon' AND deleted_at IS NULL FOR UPDATE`,
  );
  if (!row) return fail('record.missing');
  if (row.usage_limit !== null && row.uses >= row.usage_limit) fail('coupon.used_up');
  if (row.per_customer_limit !== null) {
    // counted after the lock, so that other orders committed in the meantime are included
    const [used] = await queryRows<{ count: number }>(
      ctx,
      Prisma.sql`SELECT ${couponUsesSql(Prisma.sql`${coupon_id}::int`, customer)} AS count`,
    );
    if ((used?.count ?? 0) >= row.per_customer_limit) fail('coupon.used_up');
  }
  await ctx.db.$executeRaw`UPDATE offer SET uses = uses + 1 WHERE id = ${coupon_id}`;
}

/** Returns one use of a coupon, because its order was canceled or priced again without it. */
export async function releaseCoupon(ctx: Ctx, coupon_id: number): Promise<void> {
  await ctx.db.$executeRaw`UPDATE offer SET uses = greatest(uses - 1, 0) WHERE id = ${coupon_id}`;
}
