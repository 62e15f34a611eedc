import type { AuditAction, Noun } from '@dukkan/contract';
import { sql } from 'kysely';
import { type Ctx, getActorId } from './ctx.ts';
import { runDeferred, runStatement } from './db/tables.ts';
import { insertEventsSql } from './insert-events.ts';

type Record_ = Readonly<Record<string, unknown>>;

/** Fields that are never written to the log, for any noun. */
const SECRET = /password|hash|secret|token|code_hmac|partner_account$|^pin$/i;
/** Fields that change with every save and say nothing about what the user did. */
const NOISE = new Set(['updated_at', 'version', 'search', 'last_seen_at']);

type Change = {
  readonly noun: Noun;
  readonly id: number | string;
  readonly action: AuditAction;
  /** The record before and after the change; null where it did not exist. */
  readonly before: Record_ | null;
  readonly after: Record_ | null;
  readonly branch_id?: number | null;
  readonly version?: number;
};

const toPlainValue = (value: unknown): unknown => (value === undefined ? null : value);
/** Flags such as `must_change_password` are shown, because true or false reveals no secret. */
const isFlag = (value: unknown): boolean => value === null || typeof value === 'boolean';

/** The fields that differ, each with its old and new value; secret fields are listed without values. */
export function diffFields(
  before: Record_ | null,
  after: Record_ | null,
): Record<string, { from: unknown; to: unknown }> {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const diff: Record<string, { from: unknown; to: unknown }> = {};
  for (const name of names) {
    if (NOISE.has(name)) continue;
    const from = toPlainValue(before?.[name]);
    const to = toPlainValue(after?.[name]);
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const isSecret = SECRET.test(name) && !(isFlag(from) && isFlag(to));
    diff[name] = isSecret
      ? { from: from === null ? null : '•••', to: to === null ? null : '•••' }
      : { from, to };
  }
  return diff;
}

/**
 * Writes one audit row and one live event for a changed record, in the caller's transaction. A save that changes
 * nothing still writes an audit row, so that every successful write is logged.
 */
export async function recordAudit(ctx: Ctx, change: Change): Promise<void> {
  const changes = diffFields(change.before, change.after);
  const actor = ctx.actor.kind === 'account' ? ctx.actor.name : ctx.actor.kind;
  const account_id = getActorId(ctx);
  const branch_id = change.branch_id ?? null;
  const id = typeof change.id === 'number' ? change.id : 0;
  const event = { noun: change.noun, id, version: change.version ?? null, branch_id };
  await runDeferred(
    ctx,
    sql`
    WITH notified AS (${insertEventsSql(ctx, [event])})
    INSERT INTO audit_log (account_id, actor, ip, request_id, action, noun, record_id, branch_id, changes)
    VALUES (${account_id}::int, ${actor}, ${ctx.ip || null}, ${ctx.request_id}, ${change.action},
            ${change.noun}, ${String(change.id)}, ${branch_id}::int, ${JSON.stringify(changes)}::jsonb)`,
  );
}

/**
 * Writes an audit row for each record that one statement changed, and one live event without an id, so that open
 * lists reload once.
 */
export async function recordAudits(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const actor = ctx.actor.kind === 'account' ? ctx.actor.name : ctx.actor.kind;
  const account_id = getActorId(ctx);
  const event = { noun: first.noun, id: 0, version: null, branch_id: null };
  const rows = changes.map(({ id, before, after, ...change }) => ({
    ...change,
    record_id: String(id),
    changes: diffFields(before, after),
  }));
  await runStatement(
    ctx,
    sql`
    WITH notified AS (${insertEventsSql(ctx, [event])})
    INSERT INTO audit_log (account_id, actor, ip, request_id, action, noun, record_id, branch_id, changes)
    SELECT ${account_id}::int, ${actor}, ${ctx.ip || null}, ${ctx.request_id}, r.action, r.noun, r.record_id,
           r.branch_id, r.changes
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(action text, noun text, record_id text, branch_id int, changes jsonb)`,
  );
}
