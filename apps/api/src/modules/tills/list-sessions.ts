import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';

import { matchesKeywords } from '../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { readSettings } from '../setting/index.ts';
import { loadSessionCashTotals, toExpectedAmount } from './drawer-cash.ts';
import {
  mustCountBlind,
  readSessions,
  type SessionQuery,
  toSessionRowForCaller,
  visibleSessionsSql,
} from './session-rows.ts';

type List = z.output<typeof api.posSession.list.input>;
type Settings = Awaited<ReturnType<typeof readSettings>>['settings'];

/** SQL for the day of an instant in the time zone of branch `b`, or else of the shop. */
const dayOf = (instant: ReturnType<typeof sql>, { timezone }: Settings) =>
  sql<string>`(${instant} AT TIME ZONE coalesce(b.settings->>'timezone', ${timezone}))::date`;

/** Condition for a difference above the shop's tolerance, which applies only in the shop's currency. */
const isOff = ({ Currency, cash_tolerance }: Settings) =>
  sql<boolean>`abs(s.difference) > CASE WHEN s.currency = ${Currency} THEN ${cash_tolerance}::numeric ELSE 0 END`;

function filterSessions(ctx: Ctx, input: List, settings: Settings): SessionQuery {
  let query = readSessions.where(visibleSessionsSql(ctx));
  const where = (condition: ReturnType<typeof sql<boolean>>) => {
    query = query.where(condition);
  };
  const searched = [sql.ref('opener.search'), sql.ref('closer.search'), sql.ref('b.search')];
  where(matchesKeywords(input.keywords, ...searched, sql`s.z_number::text`));
  if (input.id !== undefined) query = query.where('s.id', '=', input.id);
  if (input.branch_id !== undefined) query = query.where('s.branch_id', '=', input.branch_id);
  if (input.device_id !== undefined) query = query.where('s.device_id', '=', input.device_id);
  if (input.status !== undefined) query = query.where('s.status', '=', input.status);
  if (input.opened_by !== undefined) query = query.where('s.opened_by', '=', input.opened_by);
  const opened = dayOf(sql.ref('s.opened_at'), settings);
  if (input.from_date !== undefined) where(sql<boolean>`${opened} >= ${input.from_date}::date`);
  if (input.to_date !== undefined) where(sql<boolean>`${opened} <= ${input.to_date}::date`);
  if (input.differs !== undefined)
    where(input.differs === 1 ? isOff(settings) : sql<boolean>`NOT coalesce(${isOff(settings)}, FALSE)`);
  if (input.overdue !== undefined) {
    const isOverdue = sql<boolean>`(s.status = 'open' AND ${opened} < ${dayOf(sql`${ctx.now}::timestamptz`, settings)})`;
    where(input.overdue === 1 ? isOverdue : sql<boolean>`NOT ${isOverdue}`);
  }
  return query;
}

/**
 * Lists till sessions; the expected cash and sales of an open drawer are left out for callers who have yet to count it.
 * Rule: docs/rules/tills.md#counting
 */
export async function list(ctx: Ctx, input: List) {
  const { settings } = await readSettings(ctx);
  const query = filterSessions(ctx, input, settings);
  const sorted = query
    .orderBy(sql.ref(`s.${input.sort_by}`), (by) =>
      (input.sort_as === 'desc' ? by.desc() : by.asc()).nullsLast(),
    )
    .orderBy('s.id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  const openSessions = rows.filter((row) => row.status === 'open' && !mustCountBlind(ctx, row));
  const expected = await loadSessionCashTotals(ctx, openSessions);
  const tolerance = { currency: settings.Currency, amount: settings.cash_tolerance };
  return toPage(
    rows.map((row) => {
      const cash = expected.get(row.id);
      return toSessionRowForCaller(
        ctx,
        cash ? { ...row, expected_amount: toExpectedAmount(cash) } : row,
        tolerance,
      );
    }),
    total,
    input,
  );
}
