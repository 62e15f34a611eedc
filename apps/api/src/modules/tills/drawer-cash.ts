import { fromMinor, toMinor } from '@dukkan/commerce';
import { SESSION_ROWS } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRows } from '../../core/db/tables.ts';
import { SCALE } from './driver-cash.ts';

// Rule: docs/rules/tills.md#sessions

export type CashMovementKind = (typeof SESSION_ROWS)[number];

/** One cash movement in a drawer; the amount is never negative, the term gives the direction. */
export type CashMovement = {
  readonly session_id: number;
  readonly id: number;
  readonly term: CashMovementKind;
  readonly amount: string;
  readonly order_id: number | null;
  readonly driver_id: number | null;
  readonly reason: string | null;
  readonly account_id: number | null;
  readonly approved_by: number | null;
  readonly created_at: Date;
};

/** SQL of the cash movements in the drawers of these sessions: cash payments and refunds, and money moved in or out. */
export const cashMovementsOfSessionsSql = (
  sessions: RawBuilder<unknown>,
): RawBuilder<CashMovement> => sql<CashMovement>`(
  SELECT p.pos_session_id AS session_id, p.id,
         CASE p.status WHEN 'received' THEN 'cash_sales' ELSE 'refunds' END AS term,
         CASE p.status WHEN 'received' THEN p.amount ELSE -p.amount END AS amount, p.order_id, NULL::int AS driver_id,
         NULL::text AS reason, p.account_id, back.approved_by, coalesce(p.settled_at, p.created_at) AS created_at
    FROM order_payment p JOIN payment_method way ON way.id = p.payment_id AND way.type = 'cash'
    LEFT JOIN order_return back ON back.id = p.return_id
   WHERE p.pos_session_id = ANY(${sessions}) AND p.holder = 'session' AND p.status IN ('received', 'refunded')
  UNION ALL
  SELECT m.session_id, m.id, m.kind, m.amount, NULL, m.driver_id, m.reason, m.account_id, m.approved_by, m.created_at
    FROM pos_cash_move m WHERE m.session_id = ANY(${sessions}))`;

/** SQL of the cash movements in the drawers of the sessions with these ids. */
export const cashMovementsBySessionIdsSql = (ids: readonly number[]): RawBuilder<CashMovement> =>
  cashMovementsOfSessionsSql(sql`${[...ids]}::int[]`);

type Sum = { readonly amount: bigint; readonly count: number };

/** Cash movements of a drawer by term, and the expected cash; in ten-thousandths of the currency. */
type DrawerCash = {
  readonly terms: Readonly<Record<CashMovementKind, Sum>>;
  readonly expected: bigint;
};

type Drawer = { readonly id: number; readonly start_amount: number };

const WAYS: Readonly<Record<CashMovementKind, bigint>> = {
  cash_sales: 1n,
  refunds: -1n,
  in: 1n,
  out: -1n,
  drop: -1n,
  hand_in: 1n,
};

/** The sum of a drawer's cash movements of one term, as read from the database. */
export type TermSum = { readonly term: CashMovementKind; readonly amount: string; readonly count: number };

/** Adds up the terms of a drawer; terms without movements are 0. */
export function toDrawerCash({ start_amount }: Omit<Drawer, 'id'>, sums: readonly TermSum[]): DrawerCash {
  const nothing: Sum = { amount: 0n, count: 0 };
  const terms = Object.fromEntries(SESSION_ROWS.map((term) => [term, nothing])) as Record<
    CashMovementKind,
    Sum
  >;
  for (const { term, amount, count } of sums) terms[term] = { amount: toMinor(amount, SCALE), count };
  const moved = SESSION_ROWS.reduce((all, term) => all + WAYS[term] * terms[term].amount, 0n);
  return { terms, expected: toMinor(start_amount, SCALE) + moved };
}

/** Loads the cash totals of drawers up to now, by session id. */
export async function loadSessionCashTotals(
  ctx: Ctx,
  drawers: readonly Drawer[],
): Promise<Map<number, DrawerCash>> {
  if (drawers.length === 0) return new Map();
  const ids = drawers.map(({ id }) => id);
  const sums = await fetchRows(
    ctx,
    sql<TermSum & { session_id: number }>`
      SELECT session_id, term, sum(amount)::text AS amount, count(*)::int AS count
        FROM ${cashMovementsBySessionIdsSql(ids)} movement GROUP BY 1, 2`,
  );
  return new Map(
    drawers.map((drawer) => [
      drawer.id,
      toDrawerCash(
        drawer,
        sums.filter(({ session_id }) => session_id === drawer.id),
      ),
    ]),
  );
}

/**
 * Computes the expected cash of a session's drawer, in ten-thousandths: start + cash received less change - cash
 * refunds + in - out. The result stays correct while the session's row is locked (`getOpenSession`, or the close
 * itself).
 */
export async function computeExpectedCash(ctx: Ctx, session: Drawer): Promise<bigint> {
  return (await loadSessionCashTotals(ctx, [session])).get(session.id)?.expected ?? 0n;
}

/** The expected cash as an amount. */
export const toExpectedAmount = ({ expected }: DrawerCash): number => fromMinor(expected, SCALE);
