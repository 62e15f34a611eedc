import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/fail-field.ts';
import type { Device, Printer } from './branch.view.ts';

type Fields = z.output<typeof api.branch.update.input>;
export type Place = {
  country_id: number | null;
  state_id: number | null;
  city_id: number | null;
  area_id: number | null;
};

/** Which kind of location stands in which field, from the widest to the narrowest (decisions section 8). */
const PLACES = [
  ['country_id', -2],
  ['state_id', -1],
  ['city_id', 1],
  ['area_id', 0],
] as const;

/**
 * Every named place must exist with the right kind, and lie within the wider places that are named too.
 * A place that stood there already may have been disabled meanwhile.
 * @throws reference.missing on the narrower field
 */
export async function checkPlaces(ctx: Ctx, before: Place | null, after: Place): Promise<void> {
  const ids = PLACES.flatMap(([field]) => after[field] ?? []);
  if (ids.length === 0) return;
  const rows = await ctx.db.$queryRaw<{ of: number; id: number; type: number; status: number }[]>`
    WITH RECURSIVE up AS (
      SELECT id AS of, id, parent_id, type, status FROM location WHERE id = ANY(${ids}::int[]) AND deleted_at IS NULL
      UNION ALL
      SELECT up.of, l.id, l.parent_id, l.type, l.status FROM location l JOIN up ON l.id = up.parent_id
    ) CYCLE id SET is_cycle USING path SELECT of, id, type, status FROM up WHERE NOT is_cycle`;
  for (const [field, type] of PLACES) {
    const id = after[field];
    if (id === null) continue;
    const own = rows.find((row) => row.of === id && row.id === id);
    const isNew = before?.[field] !== id;
    const within = PLACES.every(([wider, kind]) => {
      const ancestor = rows.find((row) => row.of === id && row.type === kind && row.id !== id);
      return !ancestor || after[wider] === null || after[wider] === ancestor.id;
    });
    if (own?.type !== type || (isNew && own.status !== 1) || !within)
      fail('reference.missing', { field }, field);
  }
}

/** The next numbers of devices, never given before (decisions section 11). */
async function newIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT nextval('device_id')::int AS id FROM generate_series(1, ${count}::int) ORDER BY 1`;
  return rows.map(({ id }) => id);
}

/** Keeps the ids that stand already, gives new ones to the rest. @throws reference.missing for a foreign id */
async function withIds<T extends { id?: number | undefined }>(
  ctx: Ctx,
  field: 'pos' | 'printers',
  stored: readonly { id: number }[],
  given: readonly T[],
): Promise<(Omit<T, 'id'> & { id: number })[]> {
  const known = given.flatMap(({ id }) => id ?? []);
  if (new Set(known).size < known.length) invalid(field, 'distinct');
  if (known.some((id) => !stored.some((one) => one.id === id))) fail('reference.missing', { field }, field);
  const fresh = await newIds(ctx, given.length - known.length);
  return given.map((one) => ({ ...one, id: one.id ?? fresh.shift() ?? 0 }));
}

/** The POS devices to store; when a device was last seen is the server's to say. */
export async function mergeDevices(ctx: Ctx, stored: readonly Device[], given: NonNullable<Fields['pos']>) {
  const devices = await withIds(ctx, 'pos', stored, given);
  return devices.map(({ id, name, status }): Device => {
    const before = stored.find((one) => one.id === id);
    return { id, name, status: status ?? before?.status ?? 1, last_seen: before?.last_seen ?? null };
  });
}

/** The printers to store. */
export async function mergePrinters(
  ctx: Ctx,
  stored: readonly Printer[],
  given: NonNullable<Fields['printers']>,
) {
  const printers = await withIds(ctx, 'printers', stored, given);
  return printers.map(
    ({ id, name, host, port, profile, roles }): Printer => ({ id, name, host, port, profile, roles }),
  );
}

/**
 * Whoever becomes manager must be staff that the caller can see; who is manager already may stay.
 * @throws reference.missing
 */
export async function checkManagers(
  ctx: Ctx,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const branches = { in: ctx.scope === 'all' ? [] : [...ctx.scope] };
  const found = await ctx.db.account.count({
    where: {
      id: { in: added },
      deleted_at: null,
      status: 1,
      role: { deleted_at: null, status: 1, permissions: { isEmpty: false } },
      ...(ctx.scope === 'all'
        ? {}
        : { OR: [{ branch_id: branches }, { manages: { some: { branch_id: branches } } }] }),
    },
  });
  if (found < new Set(added).size) fail('reference.missing', { field: 'managers_ids' }, 'managers_ids');
}
