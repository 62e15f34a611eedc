import { isTimezone, type Shape } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { countEach, fetchRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { findLocationIncludingDeleted, toLocationView } from './list-locations.ts';
import { auditView, type LocationRecord, toWire } from './location.view.ts';
import { parseShape } from './shape-threads.ts';

type Save = z.output<typeof api.location.save.input>;

const COUNTRY = -2;
const ZONE = 2;
/** The type of parent for each type of place. */
const ABOVE: Readonly<Record<number, number>> = { [-1]: -2, 1: -1, 0: 1, 2: 1 };

const drawnColumns = (shape: Shape | null) => ({
  polygons: shape ? toWire(shape.polygons) : Prisma.DbNull,
  area_m2: shape?.area_m2 ?? null,
  west: shape?.box.west ?? null,
  south: shape?.box.south ?? null,
  east: shape?.box.east ?? null,
  north: shape?.box.north ?? null,
});

/** Checks that a place's parent exists and has the right type, and locks it. @throws reference.missing */
export async function checkParent(ctx: Ctx, type: number, parent_id: number | null): Promise<void> {
  const kind = ABOVE[type];
  if (parent_id === null) {
    if (kind !== undefined && type !== ZONE) failField('parent_id', 'required');
    return;
  }
  const parent = await fetchRow(
    ctx,
    tables
      .selectFrom('location')
      .select('type')
      .where('id', '=', parent_id)
      .where('deleted_at', 'is', null)
      .forShare(),
  );
  if (parent?.type !== kind || kind === undefined)
    fail('reference.missing', { field: 'parent_id' }, 'parent_id');
}

async function checkCountry(ctx: Ctx, id: number | null, type: number, input: Save): Promise<void> {
  const { code, timezone, utc, mobileCode } = input;
  if (type !== COUNTRY)
    for (const [field, value] of Object.entries({ code, timezone, utc, mobileCode }))
      if (value) failField(field, 'invalid');
  if (timezone && !isTimezone(timezone)) failField('timezone', 'invalid');
  if (!code) return;
  const same = await ctx.db.location.findFirst({
    where: { type: COUNTRY, code, deleted_at: null, ...(id === null ? {} : { id: { not: id } }) },
    select: { id: true },
  });
  if (same) fail('record.duplicate', { field: 'code' }, 'code');
}

/** Refuses an active zone without a drawing, in which nothing would be delivered. Rule: docs/rules/imports.md#drawings */
function checkDrawn(before: LocationRecord | null, { status, polygons }: Save): void {
  const isActive = (status ?? before?.status ?? 1) === 1;
  const isDrawn = polygons === undefined ? Boolean(before?.polygons) : polygons !== null;
  if (isActive && !isDrawn) failField('polygons', 'required');
}

async function toLocationColumns(ctx: Ctx, before: LocationRecord | null, type: number, input: Save) {
  const parent_id = input.parent_id === undefined ? (before?.parent_id ?? null) : input.parent_id;
  if (!before || parent_id !== before.parent_id) await checkParent(ctx, type, parent_id);
  await checkCountry(ctx, before?.id ?? null, type, input);
  const { min_order, delivery_charge, free_after_amount, delivery_minutes, polygons } = input;
  await checkCurrencyScale(ctx, { min_order, delivery_charge, free_after_amount });
  if (polygons && type !== ZONE) failField('polygons', 'invalid');
  if (type === ZONE) checkDrawn(before, input);
  return {
    parent_id,
    ...omitUndefined({
      names: input.names,
      status: input.status,
      code: input.code,
      timezone: input.timezone,
      utc: input.utc,
      mobile_code: input.mobileCode,
      min_order,
      delivery_charge,
      free_after_amount,
      delivery_minutes,
    }),
    ...(polygons === undefined
      ? {}
      : drawnColumns(polygons === null ? null : await parseShape(ctx, polygons))),
  };
}

async function insertLocation(ctx: Ctx, input: Save) {
  const type = input.type ?? failField('type', 'required');
  const names = input.names ?? failField('names', 'required');
  const columns = await toLocationColumns(ctx, null, type, input);
  const data = { ...columns, type, names, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.location.create({ data, select: { id: true } });
}

async function updateLocation(ctx: Ctx, before: LocationRecord, input: Save) {
  // the type cannot change, because the places below would then have a parent of the wrong type
  if (input.type !== undefined && input.type !== before.type)
    failField('type', 'one_of', { values: [before.type] });
  const columns = await toLocationColumns(ctx, before, before.type, input);
  const data = { ...columns, version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.location.update({ where: { id: before.id }, data, select: { id: true } });
}

type Uses = { readonly children: number; readonly addresses: number; readonly branches: number };

/**
 * Counts what refers to a place: places below it, addresses, and branches that are located there or deliver to it.
 * @param assigned_to a branch that is not counted for delivering there; 0 counts every branch
 */
export async function countLocationUses(ctx: Ctx, id: number, assigned_to = 0): Promise<Uses> {
  const children = tables.selectFrom('location').where('parent_id', '=', id).where('deleted_at', 'is', null);
  const addresses = tables.selectFrom('address').where('area_id', '=', id).where('deleted_at', 'is', null);
  const branches = tables
    .selectFrom('branch as b')
    .where('b.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('b.country_id', '=', id),
        eb('b.state_id', '=', id),
        eb('b.city_id', '=', id),
        eb('b.area_id', '=', id),
        eb.exists(
          eb
            .selectFrom('branch_zone as z')
            .select('z.branch_id')
            .whereRef('z.branch_id', '=', 'b.id')
            .where('z.location_id', '=', id)
            .where('z.branch_id', '<>', assigned_to),
        ),
      ]),
    );
  return countEach(ctx, { children, addresses, branches });
}

/** Refuses to delete a place that a record refers to. @throws location.in_use with the counts */
async function checkRemove(ctx: Ctx, { id }: LocationRecord): Promise<void> {
  const uses = await countLocationUses(ctx, id);
  const count = uses.children + uses.addresses + uses.branches;
  if (count > 0) fail('location.in_use', { count, ...uses });
}

/** Refuses to restore a place whose parent is gone or whose code another one has. */
async function checkRestore(ctx: Ctx, { id, type, parent_id, code }: LocationRecord): Promise<void> {
  await checkParent(ctx, type, parent_id);
  await checkCountry(ctx, id, type, { code });
}

/**
 * Saves, deletes and restores places; one that a record refers to is not deleted.
 * @throws record.missing, record.stale, reference.missing, record.duplicate, polygon.…, location.in_use
 */
export const { save, remove, restore } = defineRestorableRecord({
  noun: 'location',
  find: findLocationIncludingDeleted,
  view: toLocationView,
  audit: auditView,
  insert: insertLocation,
  update: updateLocation,
  checkRemove,
  checkRestore,
});
