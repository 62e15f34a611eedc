import { requireFound } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { lockRow } from '../db/tables.ts';
import {
  requireNotDeleted,
  requireRestorable,
  type SoftDeletedNoun,
  setDeleted,
  toTableName,
} from '../soft-delete.ts';
import {
  type Definition,
  defineRecord,
  type RecordVersion,
  type Saved,
  type Stored,
} from './define-record.ts';

type Deletable = Stored & { readonly deleted_at: Date | null };
/** Returns a record in the state that the call needs. @throws record.missing */
type RequireState<Row> = (row: Row | undefined) => Row;

type Options<Row extends Deletable, Create, Change extends Saved, View> = Definition<
  Row,
  Create,
  Change,
  View
> & {
  readonly noun: SoftDeletedNoun;
  /** Locks what must not change meanwhile, where that is more than the record; else its row is locked. */
  readonly lock?: (
    ctx: Ctx,
    input: RecordVersion & Partial<Change>,
    requireState: RequireState<Row>,
  ) => Promise<Row | undefined>;
  /** Refuses to delete a record that is in use. */
  readonly checkRemove?: (ctx: Ctx, row: Row) => unknown;
  /** Refuses to restore a record that no longer fits. */
  readonly checkRestore?: (ctx: Ctx, row: Row) => unknown;
};

/** Gives a noun whose deletion can be undone its remove and restore, beside what `defineRecord` gives. */
export function defineRestorableRecord<Row extends Deletable, Create, Change extends Saved, View>({
  noun,
  checkRemove,
  checkRestore,
  ...definition
}: Options<Row, Create, Change, View>) {
  const { find, view, audit } = definition;
  const lockAndFind = async (ctx: Ctx, { id }: RecordVersion) => {
    await lockRow(ctx, toTableName(noun), id);
    // read after the lock, because what is counted with the record may have changed
    return find(ctx, id);
  };
  const lock = definition.lock ?? lockAndFind;
  const record = defineRecord<Row, Create, Change, View>({
    ...definition,
    noun,
    lock: async (ctx, input) => requireNotDeleted(await lock(ctx, input, requireNotDeleted)),
  });

  /** Returns a record. @throws record.missing */
  const show = async (ctx: Ctx, { id }: { readonly id: number }): Promise<View> =>
    view(ctx, requireNotDeleted(await find(ctx, id)));

  /** Deletes a record; it can be restored within a day. @throws record.missing, record.stale */
  const remove = (ctx: Ctx, reference: RecordVersion & Partial<Change>) =>
    record.write(ctx, async (ctx) => {
      const row = await record.open(ctx, reference);
      await checkRemove?.(ctx, row);
      await setDeleted(ctx, noun, row, 'delete', audit(row));
      return { deleted: 1 as const };
    });

  /** Undoes a delete of the last 24 hours. @throws record.missing */
  const restore = (ctx: Ctx, reference: RecordVersion & Partial<Change>): Promise<View> =>
    record.write(ctx, async (ctx) => {
      const requireState: RequireState<Row> = (row) => requireRestorable(ctx, row);
      const row = requireState(await lock(ctx, reference, requireState));
      await checkRestore?.(ctx, row);
      await setDeleted(ctx, noun, row, 'restore', audit(row));
      return view(ctx, requireFound(await find(ctx, row.id)));
    });

  return { ...record, show, remove, restore };
}
