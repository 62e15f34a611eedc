import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { omitUndefined } from '../../core/list/localized-columns.ts';
import type { BranchPrinter, PosDevice } from './branch.view.ts';
import { checkRemovedOrDisabledTillsClosed } from './check-branch-holdings.ts';

type Fields = z.output<typeof api.branch.update.input>;

/** Returns new ids for tills and printers, which were never used before. Rule: docs/rules/tills.md#devices */
export async function nextDeviceIds(ctx: Ctx, amount: number): Promise<number[]> {
  if (amount === 0) return [];
  const rows = await fetchRows(
    ctx,
    sql<{
      id: number;
    }>`SELECT nextval('device_id')::int AS id FROM generate_series(1, ${amount}::int) ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Keeps the ids of existing devices and assigns new ones to the others. @throws reference.missing for an id of another
 * branch
 */
async function withIds<T extends { id?: number | undefined }>(
  ctx: Ctx,
  field: 'pos' | 'printers',
  stored: readonly { id: number }[],
  requestedDevices: readonly T[],
) {
  const knownIds = requestedDevices.flatMap(({ id }) => id ?? []);
  if (new Set(knownIds).size < knownIds.length) failField(field, 'distinct');
  if (knownIds.some((id) => !stored.some((one) => one.id === id)))
    fail('reference.missing', { field }, field);
  const fresh = await nextDeviceIds(ctx, requestedDevices.length - knownIds.length);
  return requestedDevices.map((one) => ({
    ...one,
    id: one.id ?? fresh.shift() ?? 0,
    isNew: one.id === undefined,
  }));
}

/**
 * Sets the tills of a branch to exactly these, in this order; the caller has locked its row. The server alone sets when
 * a till was last seen; orders still refer to removed tills.
 * @throws reference.missing, till.in_use
 */
export async function saveDevices(
  ctx: Ctx,
  branch_id: number,
  stored: readonly PosDevice[],
  input: NonNullable<Fields['pos']>,
): Promise<void> {
  const devices = await withIds(ctx, 'pos', stored, input);
  const after = devices.map(({ id, name, status }) => ({
    id,
    name,
    status: status ?? stored.find((one) => one.id === id)?.status ?? 1,
  }));
  await checkRemovedOrDisabledTillsClosed(ctx, branch_id, stored, after);
  const gone = stored.filter(({ id }) => !after.some((one) => one.id === id)).map(({ id }) => id);
  const stamp = { updated_at: ctx.now };
  if (gone.length > 0)
    await runStatement(
      ctx,
      tables
        .updateTable('pos_device')
        .set({ deleted_at: ctx.now, ...stamp })
        .where('id', '=', anyIdSql(gone)),
    );
  for (const [ord, { id, name, status, isNew }] of devices.entries()) {
    const columns = omitUndefined({ name, status, ord });
    await runStatement(
      ctx,
      isNew
        ? tables
            .insertInto('pos_device')
            .values({ id, branch_id, ...columns, name, created_at: ctx.now, ...stamp })
        : tables
            .updateTable('pos_device')
            .set((eb) => ({ ...columns, ...stamp, version: eb('version', '+', 1) }))
            .where('id', '=', id),
    );
  }
}

/**
 * Sets the printers of a branch to exactly these, in this order; the caller has locked its row. @throws
 * reference.missing
 */
export async function savePrinters(
  ctx: Ctx,
  branch_id: number,
  stored: readonly BranchPrinter[],
  input: NonNullable<Fields['printers']>,
): Promise<void> {
  const printers = await withIds(ctx, 'printers', stored, input);
  const gone = stored.filter(({ id }) => !printers.some((one) => one.id === id)).map(({ id }) => id);
  if (gone.length > 0) await runStatement(ctx, tables.deleteFrom('printer').where('id', '=', anyIdSql(gone)));
  for (const [ord, { id, isNew, ...printer }] of printers.entries()) {
    const columns = { ...printer, ord, updated_at: ctx.now };
    await runStatement(
      ctx,
      isNew
        ? tables.insertInto('printer').values({ id, branch_id, ...columns, created_at: ctx.now })
        : tables
            .updateTable('printer')
            .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
            .where('id', '=', id),
    );
  }
}
