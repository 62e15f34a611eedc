import { toCompactPhone } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { matchesBranchFilter, requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike, Prisma, queryRows } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { localizedSortSql, orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { readDeliverySnapshot, resolveLocationTerms } from './delivery-snapshot.ts';
import {
  type LocationRecord,
  type LocationRow,
  rowView,
  selectLocationSql,
  selectLocationsSql,
  showView,
} from './location.view.ts';

type List = z.output<typeof api.location.list.input>;

function worded(keywords: string | undefined): Prisma.Sql[] {
  const words = keywordConditions(keywords, Prisma.sql`l.search`);
  const dialled = toCompactPhone(keywords ?? '').replace(/^(\+|00)/, '');
  if (!/^\d{1,4}$/.test(dialled)) return words;
  const all = words.length > 0 ? Prisma.join(words, ' AND ') : Prisma.sql`FALSE`;
  return [Prisma.sql`((${all}) OR l.mobile_code LIKE ${`+${escapeLike(dialled)}%`})`];
}

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const filters = [Prisma.sql`l.deleted_at IS NULL`, ...worded(input.keywords)];
  if (input.type !== undefined) filters.push(Prisma.sql`l.type = ${input.type}`);
  if (input.parent_id !== undefined) filters.push(Prisma.sql`l.parent_id = ${input.parent_id}`);
  if (input.id !== undefined) filters.push(Prisma.sql`l.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`l.status = ${input.status}`);
  if (input.branch_id !== undefined)
    filters.push(
      Prisma.sql`EXISTS (SELECT 1 FROM branch_zone z WHERE z.location_id = l.id AND z.branch_id = ${input.branch_id}
        AND ${matchesBranchFilter(ctx, input.branch_id)})`,
    );
  // callers who may not manage places see those that can be selected: active ones within active ones
  if (ctx.reach !== 'full')
    filters.push(
      Prisma.sql`l.status = 1`,
      Prisma.sql`(l.parent_id IS NULL OR EXISTS (
        SELECT 1 FROM location u WHERE u.id = l.parent_id AND u.status = 1 AND u.deleted_at IS NULL))`,
    );
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    name: localizedSortSql(ctx, Prisma.sql`l.names`),
    id: Prisma.sql`l.id`,
    status: Prisma.sql`l.status`,
    delivery_charge: Prisma.sql`coalesce(l.delivery_charge, -1)`,
    min_order: Prisma.sql`coalesce(l.min_order, -1)`,
    area_m2: Prisma.sql`coalesce(l.area_m2, 0)`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`l.id`, input.sort_as);
}

/** Lists countries, states, cities, areas and zones; the public sees active ones. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await queryRows<{ total: number }>(
    ctx,
    Prisma.sql`SELECT count(*)::int AS total FROM location l WHERE ${where}`,
  );
  const rows = await queryRows<LocationRow>(
    ctx,
    Prisma.sql`${selectLocationsSql(ctx)} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`,
  );
  const all_locale = input.all_locale ?? false;
  return toPage(
    rows.map((row) => rowView(ctx, row, all_locale)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds a place by id, even if it is deleted. */
export async function findLocationIncludingDeleted(
  ctx: Ctx,
  id: number,
): Promise<LocationRecord | undefined> {
  const [row] = await ctx.db.$queryRaw<LocationRecord[]>`${selectLocationSql(ctx)} WHERE l.id = ${id}`;
  return row;
}

/** Converts a place to the full response with its delivery terms. */
export async function toLocationView(ctx: Ctx, row: LocationRecord) {
  const { min_order, delivery_charge, delivery_minutes, free_after_amount, parent_id } = row;
  const rates = { min_order, delivery_charge, delivery_minutes, free_after_amount };
  return showView(
    ctx,
    row,
    row.type === -2 ? null : resolveLocationTerms(await readDeliverySnapshot(ctx), { parent_id, rates }),
  );
}

/** Returns a place with its drawing. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const row = await findLocationIncludingDeleted(ctx, id);
  return toLocationView(ctx, requireFound(row?.deleted_at === null ? row : undefined));
}
