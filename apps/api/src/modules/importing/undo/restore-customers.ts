import type { Ctx } from '../../../core/ctx.ts';
import {
  type CustomerChange,
  deleteCustomers,
  findEmailOwners,
  findUsedCustomers,
  type ImportedCustomer,
  lockCustomers,
  updateCustomers,
} from '../../identity/index.ts';
import type { ImportPorts } from '../ports.ts';
import { decideFieldsToRestore, isChangedByPeople, letNextRowDeleteRecord } from '../row-undo.ts';
import {
  loadHistories,
  markNotUndone,
  markUndone,
  saveChangedUndoValues,
  type WrittenRow,
} from './row-history.ts';

/** Returns e-mail addresses that another account has by now, which are therefore not restored. */
async function findTakenEmails(ctx: Ctx, rows: readonly WrittenRow[]): Promise<ReadonlyMap<string, number>> {
  const emails = rows.flatMap(({ undo }) => (undo.fields?.email?.from as string | null | undefined) ?? []);
  return findEmailOwners(ctx, emails);
}

/**
 * Restores the customers that rows changed, deletes the addresses that they added, and deletes created customers that
 * are not in use (docs/rules/imports.md#undo). A list has each customer at most once.
 */
export async function restoreCustomers(
  ctx: Ctx,
  import_id: number,
  rows: readonly WrittenRow[],
  ports: ImportPorts,
): Promise<void> {
  const ids = rows.map(({ record_id }) => record_id);
  const customers = new Map((await lockCustomers(ctx, ids)).map((one) => [one.id, one]));
  const historyOf = await loadHistories(ctx, 'account', import_id, ids);
  const owners = await findTakenEmails(ctx, rows);
  const brought = rows.flatMap(({ undo }) => undo.address_id ?? []);
  const gone = new Set(await ports.addresses.remove(ctx, brought));
  const used = await findUsedCustomers(ctx, ids);
  const deleted: ImportedCustomer[] = [];
  const changes: CustomerChange[] = [];
  const undone: { id: number; undone_version: number | null }[] = [];
  const kept: typeof undone = [];
  const inUse: typeof undone = [];
  for (const row of rows) {
    const customer = customers.get(row.record_id);
    if (!customer) {
      kept.push({ id: row.id, undone_version: null });
      continue;
    }
    const { later, versions } = historyOf(customer.id);
    const after = later.filter(({ id }) => id > row.id);
    const { fields = {}, address_id } = row.undo;
    const found = decideFieldsToRestore(fields, { name: customer.name, email: customer.email }, after);
    const { values } = found;
    const owner = owners.get(String(values.email));
    const isEmailTaken = typeof values.email === 'string' && owner !== undefined && owner !== customer.id;
    if (isEmailTaken) delete values.email;
    const isMaking = row.result === 'created' || row.undo.made === true;
    const isChanged = isChangedByPeople(customer, row.version ?? customer.version, versions);
    const isLeft = address_id !== undefined && !gone.has(address_id);
    const isUsed = isMaking && after.length === 0 && !isChanged && used.has(customer.id);
    const isKept = found.kept.length > 0 || isEmailTaken || isLeft || (isMaking && isChanged);
    if (isMaking && !isKept && !isUsed && after.length > 0) letNextRowDeleteRecord(after);
    const isDeleted = isMaking && !isKept && !isUsed && after.length === 0;
    const isWritten = !isDeleted && Object.keys(values).length > 0;
    if (isDeleted) deleted.push(customer);
    if (isWritten)
      changes.push({
        before: customer,
        ...{ name: customer.name, email: customer.email },
        ...(values as { name?: string; email?: string | null }),
      });
    const mark = { id: row.id, undone_version: isDeleted || isWritten ? customer.version + 1 : null };
    (isUsed ? inUse : isKept ? kept : undone).push(mark);
  }
  await deleteCustomers(ctx, deleted);
  await updateCustomers(ctx, changes);
  await saveChangedUndoValues(
    ctx,
    ids.flatMap((id) => historyOf(id).later),
  );
  await markUndone(ctx, undone);
  await markNotUndone(ctx, kept);
  await markNotUndone(ctx, inUse, 'import.row_customer_in_use');
}
