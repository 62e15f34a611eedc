import { fail } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../core/db/tables.ts';
import type { Tables } from '../../generated/tables.ts';

export type BranchLocationIds = {
  country_id: number | null;
  state_id: number | null;
  city_id: number | null;
  area_id: number | null;
};

/**
 * Checks that receipts are signed only for German branches, in euros. Rule: docs/rules/taxes.md#signing
 * @throws fiscal.country, fiscal.currency
 */
export async function checkFiscalSigning(
  ctx: Ctx,
  country_id: number | null,
  currency: string,
): Promise<void> {
  const country =
    country_id === null
      ? undefined
      : await fetchRow(ctx, tables.selectFrom('location').select('code').where('id', '=', country_id));
  if (country?.code !== 'DE') fail('fiscal.country', undefined, 'settings.fiscal');
  if (currency !== 'EUR') fail('fiscal.currency', undefined, 'settings.fiscal');
}

/** The type of location for each field, from the widest to the narrowest. */
const PLACES = [
  ['country_id', -2],
  ['state_id', -1],
  ['city_id', 1],
  ['area_id', 0],
] as const;

/** A location, or one that it lies in; `of` is the id of the former. */
type LocationAbove = Pick<Selectable<Tables['location']>, 'id' | 'type' | 'status'> & { readonly of: number };

/**
 * Checks that every location exists, has the right type and lies within the wider ones that are given. An unchanged one
 * may have been disabled.
 * @throws reference.missing on the narrower field
 */
export async function checkBranchLocations(
  ctx: Ctx,
  before: BranchLocationIds | null,
  after: BranchLocationIds,
): Promise<void> {
  const ids = PLACES.flatMap(([field]) => after[field] ?? []);
  if (ids.length === 0) return;
  const rows = await fetchRows(
    ctx,
    sql<LocationAbove>`
    WITH RECURSIVE up AS (
      SELECT id AS of, id, parent_id, type, status FROM location WHERE id = ANY(${ids}::int[]) AND deleted_at IS NULL
      UNION ALL
      SELECT up.of, l.id, l.parent_id, l.type, l.status FROM location l JOIN up ON l.id = up.parent_id
    ) CYCLE id SET is_cycle USING path SELECT of, id, type, status FROM up WHERE NOT is_cycle`,
  );
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

/**
 * Checks that new managers are staff that the caller may see; current managers may stay.
 * @throws reference.missing
 */
export async function checkBranchManagers(
  ctx: Ctx,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const branches = { in: ctx.scope === 'all' ? [] : [...ctx.scope] };
  const accountCount = await ctx.db.account.count({
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
  if (accountCount < new Set(added).size)
    fail('reference.missing', { field: 'managers_ids' }, 'managers_ids');
}
