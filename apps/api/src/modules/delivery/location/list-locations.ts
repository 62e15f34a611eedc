import { toCompactPhone } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { matchesBranchFilter, requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';
import { countRows, fetchRow, fetchRows } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { readDeliverySnapshot, resolveLocationTerms } from '../quote/delivery-snapshot.ts';
import {
  type LocationRecord,
  locationsWithParents,
  rowView,
  selectLocationRecords,
  selectLocations,
  showView,
} from './location.view.ts';

type List = z.output<typeof api.location.list.input>;

/** Condition for places that have the typed words, or whose dialling code begins with the typed digits. */
function matchesNameOrDiallingCode(keywords: string | undefined): RawBuilder<boolean> {
  const hasWords = matchesKeywords(keywords, sql.ref('l.search'));
  const dialled = toCompactPhone(keywords ?? '').replace(/^(\+|00)/, '');
  if (!/^\d{1,4}$/.test(dialled)) return hasWords;
  return sql<boolean>`(${hasWords} OR ${sql.ref('l.mobile_code')} LIKE ${`+${escapeLike(dialled)}%`})`;
}

function filterLocations(ctx: Ctx, input: List): typeof locationsWithParents {
  const { type, parent_id, id, status, branch_id } = input;
  let query = locationsWithParents
    .where('l.deleted_at', 'is', null)
    .where(matchesNameOrDiallingCode(input.keywords));
  if (type !== undefined) query = query.where('l.type', '=', type);
  if (parent_id !== undefined) query = query.where('l.parent_id', '=', parent_id);
  if (id !== undefined) query = query.where('l.id', '=', id);
  if (status !== undefined) query = query.where('l.status', '=', status);
  if (branch_id !== undefined)
    query = query.where((eb) =>
      eb.and([
        eb.val(matchesBranchFilter(ctx, branch_id)),
        eb.exists(
          eb
            .selectFrom('branch_zone as z')
            .select('z.location_id')
            .whereRef('z.location_id', '=', 'l.id')
            .where('z.branch_id', '=', branch_id),
        ),
      ]),
    );
  // callers who may not manage places see those that can be selected: active ones within active ones
  if (ctx.reach !== 'full')
    query = query
      .where('l.status', '=', 1)
      .where((eb) =>
        eb.or([
          eb('l.parent_id', 'is', null),
          eb.exists(
            eb
              .selectFrom('location as u')
              .select('u.id')
              .whereRef('u.id', '=', 'l.parent_id')
              .where('u.status', '=', 1)
              .where('u.deleted_at', 'is', null),
          ),
        ]),
      );
  return query;
}

function sortLocations(
  ctx: Ctx,
  query: typeof locationsWithParents,
  { sort_by, sort_as }: List,
): typeof locationsWithParents {
  const sorted = query.orderBy(
    (eb) =>
      ({
        name: localizedSort(ctx, sql.ref('l.names')),
        id: eb.ref('l.id'),
        status: eb.ref('l.status'),
        delivery_charge: eb.fn.coalesce('l.delivery_charge', sql`-1`),
        min_order: eb.fn.coalesce('l.min_order', sql`-1`),
        area_m2: eb.fn.coalesce('l.area_m2', sql`0`),
      })[sort_by],
    sort_as,
  );
  return sorted.orderBy('l.id', sort_as);
}

/** Lists countries, states, cities, areas and zones; the public sees active ones. */
export async function list(ctx: Ctx, input: List) {
  const query = filterLocations(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(
      ctx,
      selectLocations(ctx, sortLocations(ctx, query, input))
        .limit(take)
        .offset(skip),
    ),
    countRows(ctx, query),
  ]);
  const all_locale = input.all_locale ?? false;
  return toPage(
    rows.map((row) => rowView(ctx, row, all_locale)),
    total,
    input,
  );
}

/** Finds a place by id, even if it is deleted. */
export const findLocationIncludingDeleted = (ctx: Ctx, id: number): Promise<LocationRecord | undefined> =>
  fetchRow(ctx, selectLocationRecords(ctx).where('l.id', '=', id));

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
