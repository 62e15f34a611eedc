import { fail, type Noun } from '@dukkan/contract';
import type { Tables } from '../generated/tables.ts';
import { requireFound } from './access.ts';
import { recordAudit } from './audit.ts';
import type { Ctx } from './ctx.ts';

/** How long a deletion can be undone, in milliseconds. */
export const UNDO_MS = 86_400_000;

type Deletable = { readonly deleted_at: Date | null };

/** Returns the record if it is not deleted; a deleted record looks like a missing one. @throws record.missing */
export const requireNotDeleted = <R extends Deletable>(row: R | null | undefined): R =>
  requireFound(row?.deleted_at === null ? row : undefined);

/** Returns the record if it was deleted in the last 24 hours. @throws record.missing */
export const requireRestorable = <R extends Deletable>(ctx: Ctx, row: R | null | undefined): R =>
  row?.deleted_at && row.deleted_at.getTime() > ctx.now.getTime() - UNDO_MS ? row : fail('record.missing');

type TableOf<N extends string> = N extends `${infer First}-${infer Rest}` ? `${First}_${TableOf<Rest>}` : N;

/** Nouns with a table of the same name whose rows stay after a deletion. */
export type SoftDeletedNoun = {
  [N in Noun]: TableOf<N> extends keyof Tables
    ? Tables[TableOf<N>] extends Record<'deleted_at' | 'version' | 'updated_at', unknown>
      ? N
      : never
    : never;
}[Noun];

/** The table of a noun, whose name is spelt with underscores. */
export const toTableName = <N extends SoftDeletedNoun>(noun: N): TableOf<N> =>
  noun.replaceAll('-', '_') as TableOf<N>;

/**
 * Deletes or restores a locked record and writes one audit row.
 * @param loggedFields the record as the audit log shows it
 */
export async function setDeleted(
  ctx: Ctx,
  noun: SoftDeletedNoun,
  {
    id,
    version,
    branch_id = null,
  }: { readonly id: number; readonly version: number; readonly branch_id?: number | null },
  action: 'delete' | 'restore',
  loggedFields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const isGone = action === 'delete';
  // the type of the noun says that its table has the columns used here
  const table = ctx.db[toTableName(noun) as 'brand'];
  const data = { deleted_at: isGone ? ctx.now : null, version: { increment: 1 }, updated_at: ctx.now };
  await table.update({ where: { id }, data, select: { id: true } });
  const change = isGone ? { before: loggedFields, after: null } : { before: null, after: loggedFields };
  await recordAudit(ctx, { noun, id, action, ...change, branch_id, version: version + 1 });
}
