import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions, hasPermission } from '../../core/access.ts';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { tables } from '../../core/db/tables.ts';
import { canApprove } from '../identity/index.ts';
import { RETURNED, SOLD } from './session-figures.ts';

// Rule: docs/rules/tills.md#sessions

export type ListedSession = z.output<typeof api.posSession.list.output>;

const amount = (column: string) => sql<number | null>`${sql.ref(column)}::float8`;

/** Sessions with the names of their branches, devices and accounts, and their sales. */
export const readSessions = tables
  .selectFrom('pos_session as s')
  .innerJoin('branch as b', 'b.id', 's.branch_id')
  .leftJoin('pos_device as till', 'till.id', 's.device_id')
  .leftJoin('account as opener', 'opener.id', 's.opened_by')
  .leftJoin('account as closer', 'closer.id', 's.closed_by')
  .leftJoin('account as approver', 'approver.id', 's.approved_by')
  .innerJoin(SOLD.as('sold'), (join) => join.onTrue())
  .innerJoin(RETURNED.as('returned'), (join) => join.onTrue())
  .select([
    's.id',
    's.branch_id',
    's.device_id',
    sql<'open' | 'closed'>`s.status`.as('status'),
    's.opened_by',
    's.opened_at',
    's.currency',
    's.closed_by',
    's.closed_at',
    's.z_number',
    's.note',
    's.approved_by',
    's.late_of',
    's.version',
    sql<number>`s.start_amount::float8`.as('start_amount'),
    amount('s.end_session_amount').as('end_session_amount'),
    amount('s.expected_amount').as('expected_amount'),
    amount('s.difference').as('difference'),
    amount('s.left_in_drawer').as('left_in_drawer'),
    's.denominations',
    'b.names as branch_names',
    'till.name as device_name',
    'opener.name as opened_by_name',
    'closer.name as closed_by_name',
    'approver.name as approver_name',
    sql<number>`sold.count`.as('orders_count'),
    sql<number>`(sold.due - returned.value - returned.rounding - returned.fee)::float8`.as('net_sales'),
  ]);

export type SessionQuery = typeof readSessions;
export type SessionRecord = InferResult<SessionQuery>[number];

const READS_ALL = { resource: ['sessions', 'branchs', 'reports'], action: 'view' } as const;

/**
 * Condition for the sessions that the caller may see: those of their branches; sellers see those of their tills, or
 * their own and open ones.
 */
export function visibleSessionsSql(ctx: Ctx): RawBuilder<boolean> {
  const scope = getEffectiveScope(ctx);
  const here = scope === 'all' ? sql<boolean>`TRUE` : sql<boolean>`s.branch_id = ANY(${[...scope]}::int[])`;
  if (hasPermission(getPermissions(ctx), READS_ALL)) return here;
  const me = getActorId(ctx);
  return sql<boolean>`(${here} AND (
    s.device_id = ANY((SELECT pos FROM account WHERE id = ${me})::int[])
    OR ((SELECT cardinality(pos) FROM account WHERE id = ${me}) = 0
        AND (s.opened_by = ${me} OR s.closed_by = ${me} OR s.status = 'open'))))`;
}

/** True when the caller has yet to count this drawer, so that no response may reveal the expected cash. */
export const mustCountBlind = (
  ctx: Ctx,
  { status, opened_by }: Pick<SessionRecord, 'status' | 'opened_by'>,
) => status === 'open' && (opened_by === getActorId(ctx) || !hasPermission(getPermissions(ctx), READS_ALL));

/** The actions that the caller may take on a session now. */
function actionsOf(ctx: Ctx, session: SessionRecord): ListedSession['actions'] {
  if (session.status === 'closed') return ['print'];
  const held = getPermissions(ctx);
  const sells = hasPermission(held, { resource: ['sessions', 'branchs', 'seller'], action: 'save' });
  if (!sells) return ['print'];
  const isOwn = session.opened_by === null || session.opened_by === getActorId(ctx);
  const closes = isOwn || canApprove(ctx, 'close');
  return [
    'move',
    ...(closes ? (['close'] as const) : []),
    ...(isOwn ? [] : (['close_for'] as const)),
    'hand_over',
    'print',
  ];
}

/** Converts a session to a list row; `tolerance` is the shop's, in its currency. */
export function toSessionRowForCaller(
  ctx: Ctx,
  { branch_names, device_name, denominations, opened_at, closed_at, ...row }: SessionRecord,
  tolerance: { readonly currency: string; readonly amount: number },
): ListedSession {
  const isBlind = mustCountBlind(ctx, row as SessionRecord);
  const bears = tolerance.currency === row.currency ? tolerance.amount : 0;
  return {
    ...row,
    branch_name: resolveText(branch_names as Localized, ctx.locale),
    device_name: device_name ?? `#${row.device_id}`,
    opened_at: opened_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    // net sales would reveal the expected cash
    net_sales: isBlind ? null : row.net_sales,
    differs: row.difference !== null && Math.abs(row.difference) > bears,
    clock_went_back: closed_at !== null && closed_at < opened_at,
    actions: actionsOf(ctx, row as SessionRecord),
  };
}
