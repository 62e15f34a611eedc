import { type DenominationCount, fromMinor, type Localized, resolveText } from '@dukkan/commerce';
import { type api, SESSION_ROWS } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../core/db/tables.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { isInProgressStatusSql } from '../../core/sql/order-status-sql.ts';
import { readSettings } from '../setting/index.ts';
import {
  type CashMovement,
  type CashMovementKind,
  cashMovementsBySessionIdsSql,
  type TermSum,
  toDrawerCash,
  toExpectedAmount,
} from './drawer-cash.ts';
import { SCALE } from './driver-cash.ts';
import { PAID, TERMS } from './session-figures.ts';
import {
  mustCountBlind,
  readSessions,
  type SessionRecord,
  toSessionRowForCaller,
  visibleSessionsSql,
} from './session-rows.ts';

export type ShownSession = z.output<typeof api.posSession.show.output>;
type Term = ShownSession['terms'][number];
type Rows = z.output<typeof api.posSession.rows.input>;

/** Terms from which a person who has yet to count the drawer could compute the expected cash. */
const TELLING: readonly Term['key'][] = ['cash_sales', 'refunds', 'expected'];

async function find(ctx: Ctx, id: number): Promise<SessionRecord> {
  return requireFound(
    await fetchRow(ctx, readSessions.where('s.id', '=', id).where(visibleSessionsSql(ctx))),
  );
}

const isOfRows = (key: Term['key']): key is CashMovementKind =>
  (SESSION_ROWS as readonly string[]).includes(key);

/**
 * Returns the drawer as a ledger: start + cash sales - refunds + in - out = expected; counted - expected = difference.
 */
async function termsOf(ctx: Ctx, session: SessionRecord): Promise<Term[]> {
  const cash = toDrawerCash(
    session,
    await fetchRows(
      ctx,
      sql<TermSum>`SELECT terms.term, terms.amount::text AS amount, terms.count
        FROM pos_session s JOIN ${TERMS} terms ON TRUE WHERE s.id = ${session.id}`,
    ),
  );
  const isBlind = mustCountBlind(ctx, session);
  const term = (key: Term['key'], amount: number | null, count: number | null = null): Term => {
    const isHidden = isBlind && TELLING.includes(key);
    const opens =
      isHidden || !isOfRows(key) || !count
        ? null
        : {
            path: '/admin/pos/sessions/rows' as const,
            filters: { session_id: session.id, term: key },
          };
    return { key, amount: isHidden ? null : amount, count: isHidden ? null : count, opens };
  };
  const { expected_amount, end_session_amount, difference } = session;
  return [
    term('start', session.start_amount),
    ...SESSION_ROWS.map((key) => {
      const sum = cash.terms[key];
      return term(key, fromMinor(sum.amount, SCALE), sum.count);
    }),
    term('expected', expected_amount ?? toExpectedAmount(cash)),
    term('counted', end_session_amount),
    term('difference', difference),
  ];
}

type PaidRow = Omit<NonNullable<ShownSession['payments']>[number], 'title'> & { readonly titles: Localized };

/** Lists what was paid and refunded in a session by payment method; null for a person who has yet to count the drawer. */
async function listSessionPayments(ctx: Ctx, session: SessionRecord): Promise<ShownSession['payments']> {
  // from the sums by method the expected cash could be computed
  if (mustCountBlind(ctx, session)) return null;
  const rows = await fetchRows(
    ctx,
    sql<PaidRow>`
      SELECT paid.payment_id, method.titles, paid.count, (paid.received - paid.refunded)::float8 AS amount,
             paid.waiting::float8 AS waiting
        FROM pos_session s JOIN ${PAID} paid ON TRUE JOIN payment_method method ON method.id = paid.payment_id
       WHERE s.id = ${session.id} ORDER BY method.id`,
  );
  return rows.map(({ titles, ...row }) => ({ ...row, title: resolveText(titles, ctx.locale) }));
}

/** Counts the orders of a session that are neither delivered nor canceled. */
async function openOrders(ctx: Ctx, id: number): Promise<number> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('order')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('pos_session_id', '=', id)
      .where(isInProgressStatusSql('status_value')),
  );
  return row?.count ?? 0;
}

/** Returns a session with its ledger. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }): Promise<ShownSession> {
  const [session, { settings }] = await Promise.all([find(ctx, id), readSettings(ctx)]);
  const [terms, payments, open_orders, first] = await Promise.all([
    termsOf(ctx, session),
    listSessionPayments(ctx, session),
    openOrders(ctx, id),
    fetchRow(ctx, tables.selectFrom('pos_count').select('amount').where('session_id', '=', id)),
  ]);
  const expected = terms.find(({ key }) => key === 'expected')?.amount ?? null;
  const tolerance = { currency: settings.Currency, amount: settings.cash_tolerance };
  return {
    ...toSessionRowForCaller(ctx, { ...session, expected_amount: expected }, tolerance),
    terms,
    payments,
    denominations: (session.denominations ?? []) as DenominationCount[],
    first_count: first ? Number(first.amount) : null,
    open_orders,
  };
}

type Named = Omit<CashMovement, 'amount' | 'session_id' | 'driver_id' | 'account_id' | 'approved_by'> & {
  readonly amount: number;
  readonly driver_name: string | null;
  readonly account_name: string | null;
  readonly approver_name: string | null;
};

/**
 * Lists the cash movements of a session's drawer, newest first, without those that would reveal the expected cash to a
 * person who has yet to count it. @throws record.missing
 */
export async function listSessionCashMovements(ctx: Ctx, input: Rows) {
  const session = await find(ctx, input.session_id);
  const isBlind = mustCountBlind(ctx, session);
  const terms = SESSION_ROWS.filter(
    (term) => (input.term === undefined || term === input.term) && !(isBlind && TELLING.includes(term)),
  );
  const { skip, take } = toSkipTake(input);
  const way = sql.raw(input.sort_as === 'asc' ? 'ASC' : 'DESC');
  const searched = sql`fold(concat_ws(' ', cash.order_id, cash.reason, driver.name, person.name))`;
  const movementsSql = sql`${cashMovementsBySessionIdsSql([session.id])} cash
        LEFT JOIN account driver ON driver.id = cash.driver_id
        LEFT JOIN account person ON person.id = cash.account_id
        LEFT JOIN account approver ON approver.id = cash.approved_by
       WHERE cash.term = ANY(${[...terms]}::text[]) AND ${matchesKeywords(input.keywords, searched)}`;
  const [found, counted] = await Promise.all([
    fetchRows(
      ctx,
      sql<Named>`
      SELECT cash.id, cash.term, cash.amount::float8 AS amount, cash.order_id, cash.reason, cash.created_at,
             driver.name AS driver_name, person.name AS account_name, approver.name AS approver_name
        FROM ${movementsSql}
       ORDER BY cash.${sql.ref(input.sort_by)} ${way}, cash.id ${way} LIMIT ${take} OFFSET ${skip}`,
    ),
    fetchRow(ctx, sql<{ total: number }>`SELECT count(*)::int AS total FROM ${movementsSql}`),
  ]);
  return toPage(
    found.map(({ created_at, ...row }) => ({
      ...row,
      currency: session.currency,
      created_at: created_at.toISOString(),
    })),
    counted?.total ?? 0,
    input,
  );
}
