import type { stock } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import { localizedName, roundTo2 } from '../stock-item.ts';

type Input = z.output<typeof stock.listDeleted.input>;
type Row = z.output<typeof stock.listDeleted.output>;
type HolderRow = Omit<Row, 'id' | 'title' | 'deleted_at'> & {
  readonly names: Record<string, string>;
  readonly deleted_at: Date | null;
};

/** Levels `l` with something in them. */
const HOLDS = Prisma.sql`(l.on_hand > 0 OR l.reserved > 0)`;
const SUMS = Prisma.sql`
  sum(greatest(l.on_hand, 0))::float8 AS units, sum(greatest(l.reserved, 0))::float8 AS reserved, sum(l.value)::float8 AS value`;

/** Deleted branches: who may bring one back sees it, as in the restore of a branch. */
function deletedBranches(ctx: Ctx): Prisma.Sql {
  const account_id = ctx.actor.kind === 'account' ? ctx.actor.id : 0;
  const mine =
    ctx.scope === 'all'
      ? Prisma.sql`TRUE`
      : Prisma.sql`(EXISTS (SELECT 1 FROM branch_manager m WHERE m.branch_id = b.id AND m.account_id = ${account_id})
                    OR EXISTS (SELECT 1 FROM account a WHERE a.branch_id = b.id AND a.id = ${account_id}))`;
  return Prisma.sql`
    SELECT 'branch' AS noun, b.id AS record_id, b.names, b.deleted_at, ${SUMS}
      FROM branch b JOIN stock_level l ON l.branch_id = b.id
     WHERE b.deleted_at IS NOT NULL AND ${HOLDS} AND ${mine} GROUP BY b.id`;
}

/** Products that are deleted, or of which an item is, with the stock in the branches in sight. */
function deletedProducts(ctx: Ctx): Prisma.Sql {
  const inSight =
    ctx.scope === 'all' ? Prisma.sql`TRUE` : Prisma.sql`l.branch_id = ANY(${[...ctx.scope]}::int[])`;
  return Prisma.sql`
    SELECT 'product' AS noun, p.id AS record_id, p.titles AS names, p.deleted_at, ${SUMS}
      FROM (SELECT id FROM product_item WHERE deleted_at IS NOT NULL
            UNION SELECT i.id FROM product p JOIN product_item i ON i.product_id = p.id WHERE p.deleted_at IS NOT NULL) gone
      JOIN stock_level l ON l.item_id = gone.id JOIN product p ON p.id = l.product_id
     WHERE ${HOLDS} AND ${inSight} GROUP BY p.id`;
}

/** What is deleted and still holds stock, by its name. Rule: docs/rules/deleting.md#stock-of-deleted-records */
export async function listDeleted(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const parts = [
    ...(input.noun === 'product' ? [] : [deletedBranches(ctx)]),
    ...(input.noun === 'branch' ? [] : [deletedProducts(ctx)]),
  ];
  const only = input.id === undefined ? Prisma.sql`TRUE` : Prisma.sql`x.record_id = ${input.id}`;
  // names of columns, each from a closed list: no text of a caller gets here
  const column = Prisma.raw(
    input.sort_by === 'units' ? 'x.units' : `coalesce(x.names->>'${ctx.locale}', x.names->>'ar')`,
  );
  const way = Prisma.raw(input.sort_as === 'desc' ? 'DESC' : 'ASC');
  const { skip, take } = toSkipTake(input);
  const holders = Prisma.sql`(${Prisma.join(parts, ' UNION ALL ')}) x WHERE ${only}`;
  const [counted] = await queryRows<{ total: number }>(
    ctx,
    Prisma.sql`SELECT count(*)::int AS total FROM ${holders}`,
  );
  const rows = await queryRows<HolderRow>(
    ctx,
    Prisma.sql`
      SELECT x.* FROM ${holders} ORDER BY ${column} ${way}, x.noun, x.record_id LIMIT ${take} OFFSET ${skip}`,
  );
  return toPage(
    rows.map(
      ({ noun, record_id, names, deleted_at, units, reserved, value }): Row => ({
        id: `${noun}-${record_id}`,
        noun,
        record_id,
        title: localizedName(ctx, names),
        deleted_at: deleted_at?.toISOString() ?? null,
        units,
        reserved,
        value: roundTo2(value),
      }),
    ),
    counted?.total ?? 0,
    input,
  );
}
