import type { DeliveryTerms, MultiPolygon } from '@dukkan/commerce';
import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { allowedActions } from '../../core/list/localized-columns.ts';
import { toTexts } from './delivery-snapshot.ts';

type Row = z.output<typeof api.location.list.output>;
type Show = z.output<typeof api.location.show.output>;

export type LocationRow = {
  readonly id: number;
  readonly type: number;
  readonly parent_id: number | null;
  readonly parent_names: unknown;
  readonly names: unknown;
  readonly status: number;
  readonly code: string | null;
  readonly timezone: string | null;
  readonly utc: string | null;
  readonly mobile_code: string | null;
  readonly min_order: number | null;
  readonly delivery_charge: number | null;
  readonly delivery_minutes: number | null;
  readonly free_after_amount: number | null;
  readonly area_m2: number | null;
  readonly version: number;
  readonly children_count: number;
  readonly branches_ids: number[];
};

export type LocationRecord = LocationRow & {
  readonly polygons: MultiPolygon | null;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
};

const inSight = (ctx: Ctx): Prisma.Sql => {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? Prisma.empty : Prisma.sql`AND b.id = ANY(${[...scope]}::int[])`;
};

/** SQL for the columns that only callers who manage places get. */
const counted = (ctx: Ctx): Prisma.Sql =>
  ctx.reach === 'full'
    ? Prisma.sql`
        (SELECT count(*)::int FROM location c WHERE c.parent_id = l.id AND c.deleted_at IS NULL) AS children_count,
        ARRAY(SELECT b.id FROM branch_zone z JOIN branch b ON b.id = z.branch_id
               WHERE z.location_id = l.id AND b.deleted_at IS NULL ${inSight(ctx)} ORDER BY b.id) AS branches_ids`
    : Prisma.sql`0 AS children_count, ARRAY[]::int[] AS branches_ids`;

const columns = Prisma.sql`
  l.id, l.type, l.parent_id, p.names AS parent_names, l.names, l.status, l.code, l.timezone, l.utc, l.mobile_code,
  l.min_order::float8 AS min_order, l.delivery_charge::float8 AS delivery_charge, l.delivery_minutes,
  l.free_after_amount::float8 AS free_after_amount, l.area_m2, l.version`;

const from = Prisma.sql`FROM location l LEFT JOIN location p ON p.id = l.parent_id`;

/** Selects locations `l` with their parents `p`. */
export const selectLocationsSql = (ctx: Ctx): Prisma.Sql =>
  Prisma.sql`SELECT ${columns}, ${counted(ctx)} ${from}`;

/** Selects locations with their drawings. */
export const selectLocationSql = (ctx: Ctx): Prisma.Sql => Prisma.sql`
  SELECT ${columns}, ${counted(ctx)}, l.polygons, l.west, l.south, l.east, l.north, l.created_at, l.updated_at,
         l.deleted_at ${from}`;

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

const wire = (polygons: MultiPolygon): number[][][][] => polygons as unknown as number[][][][];

/** Converts a place to the full response. @param terms its delivery terms, inherited if it has none */
export function showView(ctx: Ctx, row: LocationRecord, terms: DeliveryTerms | null): Show {
  const { west, south, east, north } = row;
  return {
    ...rowView(ctx, row, false),
    names: toTexts(row.names),
    polygons: row.polygons && wire(row.polygons),
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
const drawn = ({ polygons, area_m2, west, south }: LocationRecord): string | null =>
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
  polygons: drawn(row),
});
