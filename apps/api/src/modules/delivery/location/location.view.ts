import type { DeliveryTerms, MultiPolygon } from '@dukkan/commerce';
import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, tables } from '../../../core/db/tables.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.location.list.output>;
type Show = z.output<typeof api.location.show.output>;

/** Places `l` with their parents `p`. */
export const locationsWithParents = tables
  .selectFrom('location as l')
  .leftJoin('location as p', 'p.id', 'l.parent_id');

/** Selects what a list shows of places; the counts only for callers who manage places. */
export const selectLocations = (ctx: Ctx, places = locationsWithParents) =>
  places
    .select([
      'l.id',
      'l.type',
      'l.parent_id',
      'p.names as parent_names',
      'l.names',
      'l.status',
      'l.code',
      'l.timezone',
      'l.utc',
      'l.mobile_code',
      'l.delivery_minutes',
      'l.area_m2',
      'l.version',
    ])
    .select((eb) => {
      const scope = getEffectiveScope(ctx);
      const children = eb
        .selectFrom('location as c')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('c.parent_id', '=', 'l.id')
        .where('c.deleted_at', 'is', null);
      const branches = eb
        .selectFrom('branch_zone as z')
        .innerJoin('branch as b', 'b.id', 'z.branch_id')
        .select('b.id')
        .whereRef('z.location_id', '=', 'l.id')
        .where('b.deleted_at', 'is', null)
        .orderBy('b.id');
      const visible = scope === 'all' ? branches : branches.where('b.id', '=', anyIdSql([...scope]));
      const isCounted = ctx.reach === 'full';
      return [
        eb.cast<number | null>('l.min_order', 'float8').as('min_order'),
        eb.cast<number | null>('l.delivery_charge', 'float8').as('delivery_charge'),
        eb.cast<number | null>('l.free_after_amount', 'float8').as('free_after_amount'),
        (isCounted ? sql<number>`${children}` : sql<number>`0`).as('children_count'),
        (isCounted ? sql<number[]>`array${visible}` : sql<number[]>`array[]::int[]`).as('branches_ids'),
      ];
    });

/** Selects all of a place, with its drawing. */
export const selectLocationRecords = (ctx: Ctx) =>
  selectLocations(ctx)
    .select(['l.west', 'l.south', 'l.east', 'l.north', 'l.created_at', 'l.updated_at', 'l.deleted_at'])
    .select((eb) => eb.ref('l.polygons').$castTo<MultiPolygon | null>().as('polygons'));

export type LocationRow = InferResult<ReturnType<typeof selectLocations>>[number];
export type LocationRecord = InferResult<ReturnType<typeof selectLocationRecords>>[number];

/** Converts a place to a list row; `names` only when all languages are requested. */
export const rowView = (ctx: Ctx, row: LocationRow, all_locale: boolean): Row => ({
  id: row.id,
  type: row.type,
  parent_id: row.parent_id,
  parent_name: row.parent_id === null ? null : resolveText(toTexts(row.parent_names), ctx.locale),
  name: resolveText(toTexts(row.names), ctx.locale),
  ...(all_locale ? { names: toTexts(row.names) } : {}),
  code: row.code,
  timezone: row.timezone,
  utc: row.utc,
  mobileCode: row.mobile_code,
  status: row.status,
  min_order: row.min_order,
  delivery_charge: row.delivery_charge,
  delivery_minutes: row.delivery_minutes,
  free_after_amount: row.free_after_amount,
  children_count: row.children_count,
  area_m2: row.area_m2,
  branches_ids: row.branches_ids,
  version: row.version,
  actions: allowedActions(ctx, 'areas'),
});

/** Returns the rings of a shape as the contract names them. */
export const toWire = (polygons: MultiPolygon): number[][][][] => polygons as unknown as number[][][][];

/** Converts a place to the full response. @param terms its delivery terms, inherited if it has none */
export function showView(ctx: Ctx, row: LocationRecord, terms: DeliveryTerms | null): Show {
  const { west, south, east, north } = row;
  return {
    ...rowView(ctx, row, false),
    names: toTexts(row.names),
    polygons: row.polygons && toWire(row.polygons),
    box:
      west === null || south === null || east === null || north === null
        ? null
        : { west, south, east, north },
    terms,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Summarizes a drawing for the audit log, which shows that it changed and its size before and after. */
const summarizeDrawing = ({ polygons, area_m2, west, south }: LocationRecord): string | null =>
  polygons &&
  `${polygons.length} · ${polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0)} · ${Math.round(area_m2 ?? 0)} m² · ${south}, ${west}`;

/** The fields that the audit log compares. */
export const auditView = (row: LocationRecord): Record<string, unknown> => ({
  type: row.type,
  parent_id: row.parent_id,
  names: row.names,
  status: row.status,
  code: row.code,
  timezone: row.timezone,
  utc: row.utc,
  mobileCode: row.mobile_code,
  min_order: row.min_order,
  delivery_charge: row.delivery_charge,
  delivery_minutes: row.delivery_minutes,
  free_after_amount: row.free_after_amount,
  polygons: summarizeDrawing(row),
});
