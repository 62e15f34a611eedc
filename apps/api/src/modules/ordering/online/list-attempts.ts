import { CANCELED, resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { canSeeOrder } from '../order/record/can-see-order.ts';
import { moneyNumber, readMoney } from './payment-provider.ts';
import { getOrderModes } from './providers.ts';
import { findSoftOutcome } from './soft-provider.ts';

type Endpoints = typeof api.paymentAttempt;
export type AttemptView = z.output<Endpoints['show']['output']>;
type OrderAttempts = z.output<Endpoints['list']['output']>;
type OrderAttempt = OrderAttempts['attempts'][number];

const readAttempts = tables
  .selectFrom('payment_attempt as t')
  .innerJoin('gateway as g', 'g.id', 't.gateway_id')
  .innerJoin('payment_method as m', 'm.id', 't.payment_id')
  .leftJoin('order as o', 'o.id', 't.order_id')
  .select([
    't.id',
    't.order_id',
    't.gateway_id',
    't.payment_id',
    't.provider',
    't.provider_ref',
    't.url',
    't.amount',
    't.currency',
    't.state',
    't.reason',
    't.told_amount',
    't.told_currency',
    't.return_url',
    't.order_payment_id',
    't.created_at',
    't.expires_at',
    't.ended_at',
    'g.mode',
    'm.titles',
    'o.status_value',
  ]);

const findAttempt = async (ctx: Ctx, id: string) =>
  requireFound(await fetchRow(ctx, readAttempts.where('t.id', '=', id)));

type AttemptRow = Awaited<ReturnType<typeof findAttempt>>;
type State = OrderAttempt['state'];

const toCommonFields = (row: AttemptRow) => ({
  attempt_id: row.id,
  state: row.state as State,
  reason: row.reason as AttemptView['reason'],
  amount: moneyNumber(readMoney(row.amount, row.currency)),
  currency: row.currency,
  provider: row.provider,
  mode: row.mode,
  expires_at: row.expires_at.toISOString(),
  return_url: row.return_url,
});

/** Returns a payment attempt to anyone who knows its id, without changing it. @throws record.missing */
export async function showAttempt(ctx: Ctx, { attempt_id }: { attempt_id: string }): Promise<AttemptView> {
  const row = await findAttempt(ctx, attempt_id);
  const chosen = row.provider === 'soft' ? await findSoftOutcome(ctx, row.id) : undefined;
  const isOpen = row.state === 'open';
  const isTaken = row.order_id === null || getOrderModes(ctx).includes(row.mode);
  return {
    ...toCommonFields(row),
    order_id: row.order_id,
    is_payable:
      isTaken && isOpen && chosen === undefined && row.expires_at > ctx.now && row.status_value !== CANCELED,
    is_on_its_way: isOpen && chosen !== undefined,
  };
}

const orderAttemptView = (ctx: Ctx, row: AttemptRow): OrderAttempt => ({
  ...toCommonFields(row),
  payment_title: resolveText(toTexts(row.titles), ctx.locale),
  url: row.state === 'open' ? row.url : null,
  told_amount:
    row.told_amount === null || row.told_currency === null
      ? null
      : moneyNumber(readMoney(row.told_amount, row.told_currency)),
  told_currency: row.told_currency,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** Lists the methods that are paid online and have an active gateway. */
const listGatewayMethods = (ctx: Ctx) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('gateway as g')
      .innerJoin('payment_method as m', 'm.id', 'g.payment_id')
      .select(['m.id', 'm.titles'])
      .where('g.deleted_at', 'is', null)
      .where('g.status', '=', 1)
      .where('g.mode', 'in', [...getOrderModes(ctx)])
      .where('m.deleted_at', 'is', null)
      .where('m.status', '=', 1)
      .orderBy('m.ord')
      .orderBy('m.id'),
  );

/**
 * Lists the attempts to pay an order online, newest first, and the methods for another attempt. @throws record.missing
 */
export async function listAttemptsAndMethods(ctx: Ctx, { id }: { id: number }): Promise<OrderAttempts> {
  if (!(await canSeeOrder(ctx, id))) fail('record.missing');
  const [rows, methods] = await Promise.all([
    fetchRows(ctx, readAttempts.where('t.order_id', '=', id).orderBy('t.created_at', 'desc').orderBy('t.id')),
    listGatewayMethods(ctx),
  ]);
  return {
    attempts: rows.map((row) => orderAttemptView(ctx, row)),
    methods: methods.map((method) => ({
      payment_id: method.id,
      title: resolveText(toTexts(method.titles), ctx.locale),
    })),
  };
}
