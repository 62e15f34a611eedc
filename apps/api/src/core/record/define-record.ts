import type { AuditAction, Noun } from '@dukkan/contract';
import { checkVersion, requireFound } from '../access.ts';
import { recordAudit } from '../audit.ts';
import type { Ctx } from '../ctx.ts';
import { isConstraintViolation } from '../db/database.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Id = { readonly id: number };
/** What is read of every record before a change. */
export type Stored = Id & { readonly version: number; readonly branch_id?: number | null };
/** A saved body names a record and the version that its user saw, or no record to create one. */
export type Saved = { readonly id?: number | undefined; readonly version?: number | undefined };
export type RecordVersion = Saved & Id;

type Views = { readonly before?: Fields; readonly after?: Fields };
/** Adds fields to the audit row that are not in the record. */
export type LogMore = (more: Views) => void;

/** What is different from noun to noun. */
export type Definition<Row extends Stored, Create, Change extends Saved, View> = {
  /** Reads a record, even if it is deleted. */
  readonly find: (ctx: Ctx, id: number) => Promise<Row | undefined>;
  /** Converts a record to the answer of show and save. */
  readonly view: (ctx: Ctx, row: Row) => View | Promise<View>;
  /** The fields that the audit log compares. */
  readonly audit: (row: Row) => Fields;
  /** Checks and writes a new record. */
  readonly insert: (ctx: Ctx, input: Create, logMore: LogMore) => Promise<Id>;
  /** Checks and writes a change of a locked record, with the next version. */
  readonly update: (ctx: Ctx, before: Row, input: Change, logMore: LogMore) => Promise<unknown>;
  /** Unique indexes, and the failure that names the field whose value another record has. */
  readonly unique?: Readonly<Record<string, () => never>>;
};

type Options<Row extends Stored, Create, Change extends Saved, View> = Definition<
  Row,
  Create,
  Change,
  View
> & {
  readonly noun: Noun;
  /** Locks a record and whatever must not change meanwhile; missing for one that cannot be changed. */
  readonly lock: (ctx: Ctx, input: RecordVersion & Partial<Change>) => Promise<Row | undefined>;
};

/** Gives the create and the change of a noun their surrounding: transaction, lock, version, audit row and answer. */
export function defineRecord<Row extends Stored, Create, Change extends Saved, View>({
  noun,
  lock,
  find,
  view,
  audit,
  insert,
  update,
  unique = {},
}: Options<Row, Create, Change, View>) {
  /** Writes in a transaction. @throws the failure of a unique index that is violated */
  async function write<T>(ctx: Ctx, run: (ctx: Ctx) => Promise<T>): Promise<T> {
    try {
      return await ctx.tx(run);
    } catch (error) {
      for (const [index, refuse] of Object.entries(unique))
        if (isConstraintViolation(error, index)) return refuse();
      throw error;
    }
  }

  /** Locks a record that is to be changed or deleted. @throws record.missing, record.stale */
  async function open(ctx: Ctx, input: RecordVersion & Partial<Change>): Promise<Row> {
    const row = requireFound(await lock(ctx, input));
    checkVersion(row.version, input.version);
    return row;
  }

  /** Writes the audit row of a record as it was and as it is. */
  async function log(
    ctx: Ctx,
    action: AuditAction,
    before: Row | null,
    after: Row | null,
    more: Views = {},
  ): Promise<void> {
    const { id, version, branch_id = null } = requireFound(after ?? before);
    const views = {
      before: before && { ...audit(before), ...more.before },
      after: after && { ...audit(after), ...more.after },
    };
    await recordAudit(ctx, { noun, id, action, ...views, branch_id, version });
  }

  /** Reads a record after its create or change, writes its audit row and returns its answer. */
  async function answer(ctx: Ctx, before: Row | null, id: number, more?: Views): Promise<View> {
    const row = requireFound(await find(ctx, id));
    await log(ctx, before ? 'update' : 'create', before, row, more);
    return view(ctx, row);
  }

  const create = (ctx: Ctx, input: Create): Promise<View> =>
    write(ctx, async (ctx) => {
      let more: Views = {};
      const { id } = await insert(ctx, input, (views) => {
        more = views;
      });
      return answer(ctx, null, id, more);
    });

  const change = (ctx: Ctx, input: Change & Id): Promise<View> =>
    write(ctx, async (ctx) => {
      const before = await open(ctx, input);
      let more: Views = {};
      await update(ctx, before, input, (views) => {
        more = views;
      });
      return answer(ctx, before, before.id, more);
    });

  /** Changes the record that the input names, or creates one. */
  const save = (ctx: Ctx, input: Create & Change): Promise<View> =>
    input.id === undefined ? create(ctx, input) : change(ctx, { ...input, id: input.id });

  return { create, change, save, write, open, log, answer };
}
