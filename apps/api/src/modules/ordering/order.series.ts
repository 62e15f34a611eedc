import type { Ctx } from '../../core/ctx.ts';
import { Prisma, readRows } from '../../core/db.ts';
import { ZONE } from '../stock/index.ts';
import { nextOf, type Recurrence, WEEKLY } from './order.recur.ts';

/** An order that comes again: when it is for, and when the next one is made. */
export type Series = {
  readonly branch_id: number;
  readonly recurrence: Recurrence | null;
  readonly from: Date;
  /** The branch's time zone. */
  readonly zone: string;
  readonly next_at: Date | null;
};

/** The series that an order stands in; call with the order locked. */
export async function seriesOf(ctx: Ctx, id: number): Promise<Series> {
  const [row] = await readRows<Series>(
    ctx,
    Prisma.sql`
    SELECT o.branch_id, o.recurrence, o.next_at, coalesce(o.preferred_at, o.created_at) AS "from", ${ZONE} AS zone
      FROM "order" o JOIN branch b ON b.id = o.branch_id WHERE o.id = ${id}::int`,
  );
  return row as Series;
}

/** The next occurrence that still lies ahead: what was missed while nothing ran is not made up for. */
export function upcoming(ctx: Ctx, { from, recurrence, zone }: Series) {
  let next = nextOf(from, recurrence ?? WEEKLY, zone);
  while (next && next.at <= ctx.now) next = nextOf(next.at, recurrence ?? WEEKLY, zone);
  return next;
}
