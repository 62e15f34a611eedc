import { CANCELED, computeAmountDue, DELIVERED, fromMinor, isOpenOrder, ON_THE_WAY } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql, type Updateable } from 'kysely';
import type * as z from 'zod';
import { checkVersion, isAdmin } from '../../../../core/access.ts';
import { recordAudit } from '../../../../core/audit.ts';
import { type Ctx, getActorId, requireAccount } from '../../../../core/ctx.ts';
import { fetchRow, runDeferred, runStatement, tables } from '../../../../core/db/tables.ts';
import { failField } from '../../../../core/fail-field.ts';
import { omitUndefined } from '../../../../core/list/localized-columns.ts';
import type { Tables } from '../../../../generated/tables.ts';
import { BRANCH_TIME_ZONE_SQL } from '../../../branch/index.ts';
import { applyPaymentTotals } from '../pay/amount-due.ts';
import { parsePayments, type StatusPayment } from '../pay/read-payments.ts';
import { recordPayments } from '../pay/record-payments.ts';
import { type CallerKind, getCallerKind } from '../price/caller-kind.ts';
import { recomputePromisedTime } from '../price/quote-order.ts';
import { createStatusMoveCheck, getOrderRole } from '../record/allowed-actions.ts';
import { checkAssignees } from '../record/check-assignees.ts';
import { getOrderRecord, lockOrder, type OrderRecord } from '../record/order-record.ts';
import { createSeries } from '../recur/order-series.ts';
import { checkPreferredTime, type Recurrence, WEEKLY } from '../recur/recurrence.ts';
import { orderView, type Show } from '../show/order.view.ts';
import { changeOrderStatus, getActiveStatus, type StatusRow } from './change-status.ts';
import { editOrder, needsRepricing, prepareReopenedOrder } from './edit-order.ts';

type Save = z.output<typeof api.order.save.input>;

/** Fields that a driver may change: status, payment, and the reason for a failed delivery. */
const DRIVER_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'notes',
  'paid',
  'rest',
  'status_id',
  'undo',
  'move_notes',
  'locale',
  'all_locale',
]);
/** Fields that a seller may not change. */
const NOT_SELLERS = ['driver_id', 'force', 'recurring', 'recurrence', 'recur_failed'] as const;

/** Refuses fields that this caller may not change. @throws permission.denied */
function checkMay(ctx: Ctx, kind: CallerKind, order: OrderRecord, input: Save, to: StatusRow | null): void {
  const said = Object.entries(input).filter(([, value]) => value !== undefined);
  if (kind === 'driver' && said.some(([field]) => !DRIVER_FIELDS.has(field))) fail('permission.denied');
  if (kind === 'seller') {
    const isTheirs = (field: string) => field === 'force' && input.cart !== undefined;
    if (NOT_SELLERS.some((field) => input[field] !== undefined && !isTheirs(field)))
      fail('permission.denied');
    if (input.seller_id !== undefined && input.seller_id !== requireAccount(ctx).id)
      fail('permission.denied');
  }
  // for staff the move itself gives the reason for a refusal
  const isMove = to !== null && to.id !== order.status_id;
  const facts = { ...order, is_refunded: order.isRefunded };
  if (kind !== 'staff' && isMove && !input.undo && !createStatusMoveCheck(getOrderRole(ctx), facts)(to))
    fail('permission.denied');
  // with a cart, `force` confirms lines without a price, which everyone who edits carts may do
  if (input.force && !input.cart && !isAdmin(ctx)) fail('permission.denied');
}

/** Fields allowed in a request that undoes a move. */
const UNDO_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'status_id',
  'undo',
  'locale',
  'all_locale',
]);
/** Milliseconds in which the account that made a move may undo it. */
const UNDO_MS = 2 * 60_000;

/**
 * Refuses to undo a move that is not the caller's own last one, is older than two minutes, canceled the order, or was
 * followed by a payment. Source: docs/rules/order-changes.md#undo
 * @throws order.not_undoable, validation.invalid on a field that is not allowed with undo
 */
async function checkUndo(ctx: Ctx, order: OrderRecord, input: Save, to: StatusRow | null): Promise<void> {
  const other = Object.entries(input).find(
    ([field, value]) => value !== undefined && !UNDO_FIELDS.has(field),
  );
  if (other) failField(other[0], 'invalid');
  if (!to) failField('status_id', 'required');
  const since = new Date(ctx.now.getTime() - UNDO_MS);
  const moves = tables
    .selectFrom('order_move as m')
    .select((eb) => [
      'm.from_value',
      'm.to_value',
      sql<boolean>`(${eb('m.account_id', '=', getActorId(ctx))} AND ${eb('m.created_at', '>', since)})`.as(
        'isOwn',
      ),
      eb
        .exists(
          eb
            .selectFrom('order_payment as p')
            .select('p.id')
            .whereRef('p.order_id', '=', 'm.order_id')
            .whereRef('p.created_at', '>=', 'm.created_at'),
        )
        .as('isPaid'),
    ])
    .where('m.order_id', '=', order.id)
    .orderBy('m.id', 'desc')
    .limit(1);
  const last = await fetchRow(ctx, moves);
  const isForward =
    last && last.from_value !== null && last.from_value >= 0 && last.from_value < last.to_value;
  if (
    !isForward ||
    !last.isOwn ||
    last.isPaid ||
    order.status_value !== last.to_value ||
    to?.status_value !== last.from_value
  )
    fail('order.not_undoable', undefined, 'status_id');
}

/**
 * Checks that a seller hands over only orders that are fully paid before or with this save
 * (docs/rules/payments.md#hand-over).
 * @param paying the payments of this save, null without any
 * @throws order.payment_needed with the amount due, in the order's currency
 */
function checkPaid(order: OrderRecord, paying: StatusPayment | null): void {
  const paid = (paying?.payments ?? []).reduce((all, { amount }) => all + amount, 0n);
  const open = computeAmountDue(order) - paid;
  if (open > 0n)
    fail(
      'order.payment_needed',
      { open: fromMinor(open, order.scale), currency: order.currency },
      'payments',
    );
}

const formatRecurrence = (recurrence: unknown): string => {
  const { every = null, unit = null, until = null } = (recurrence ?? {}) as Partial<Recurrence>;
  return JSON.stringify([every, unit, until]);
};

/** True when the recurrence changes; an unchanged one keeps the order's place in its series. */
const recursOtherwise = (order: OrderRecord, { recurring, recurrence }: Save): boolean =>
  (recurring !== undefined && recurring !== order.recurring) ||
  (recurrence !== undefined && formatRecurrence(recurrence) !== formatRecurrence(order.recurrence));

/** The last status value at which name, contact, time and notes may change, before the order is on its way. */
const DETAILS_UNTIL = 3;

/** Returns which details of the order differ from the stored ones. */
function compareDetails(order: OrderRecord, input: Save) {
  const { client } = input;
  const differs = <K extends 'name' | 'phone' | 'email'>(field: K) =>
    client?.[field] !== undefined && (client[field] ?? null) !== order[`client_${field}`];
  const at = input.preferred_at ? new Date(input.preferred_at) : null;
  return {
    name: differs('name'),
    phone: differs('phone'),
    email: differs('email'),
    preferred_at: input.preferred_at !== undefined && at?.getTime() !== order.preferred_at?.getTime(),
    notes: input.notes !== undefined && (input.notes ?? null) !== order.notes,
    invoice_to: input.invoice_to !== undefined && (input.invoice_to ?? null) !== order.invoice_to,
  };
}

/**
 * Refuses changes of details of an order that is on its way, because they are printed on its papers; drivers may still
 * add notes.
 * Source: docs/rules/order-changes.md#until-when
 * @throws order.not_editable on the field
 */
function checkDetails(kind: CallerKind, order: OrderRecord, input: Save): void {
  if (order.status_value <= DETAILS_UNTIL) return;
  const late = Object.entries(compareDetails(order, input)).find(
    ([field, isChanged]) => isChanged && !(kind === 'driver' && field === 'notes'),
  );
  if (!late) return;
  const [field] = late;
  fail(
    'order.not_editable',
    undefined,
    ['name', 'phone', 'email'].includes(field) ? `client.${field}` : field,
  );
}

/** Returns the columns of the changed details. */
async function readChangedColumns(
  ctx: Ctx,
  order: OrderRecord,
  input: Save,
): Promise<Updateable<Tables['order']>> {
  const at = input.preferred_at ? new Date(input.preferred_at) : null;
  const details = compareDetails(order, input);
  const isOther = details.preferred_at;
  const leaves =
    (input.branch_id !== undefined && input.branch_id !== order.branch_id) ||
    (input.type !== undefined && input.type !== 'delivery');
  if (isOther) checkPreferredTime(ctx, input.preferred_at);
  // once an order is on its way, the driver must stay known
  if (input.driver_id === null && order.driver_id !== null && order.status_value >= ON_THE_WAY)
    fail('order.needs_driver', undefined, 'driver_id');
  if (input.paid === 0 && order.paid === 1) failField('paid', 'one_of', { values: '1' });
  const recurrence: Recurrence | null =
    input.recurring === 0 || input.recurrence === null
      ? null
      : (input.recurrence ?? (input.recurring === 1 ? ((order.recurrence as Recurrence) ?? WEEKLY) : null));
  const promised = isOther ? (at ?? (await recomputePromisedTime(ctx, order))) : null;
  return {
    // the driver is removed when the order moves to another branch or is no longer delivered
    ...(leaves && order.driver_id !== null ? { driver_id: null } : {}),
    ...omitUndefined({
      driver_id: input.driver_id,
      seller_id: input.seller_id,
      notes: input.notes,
      invoice_to: input.invoice_to,
    }),
    ...(details.name ? { client_name: input.client?.name ?? null } : {}),
    ...(details.phone ? { client_phone: input.client?.phone ?? null } : {}),
    ...(details.email ? { client_email: input.client?.email ?? null } : {}),
    ...(input.recur_failed === null ? { recur_failed: null } : {}),
    ...(isOther ? { preferred_at: at, promised_at: promised } : {}),
    ...(recursOtherwise(order, input)
      ? { recurring: recurrence ? 1 : 0, recurrence: recurrence ? JSON.stringify(recurrence) : null }
      : {}),
  };
}

/** Starts a new series from this order when its recurrence changes. */
async function setNext(ctx: Ctx, order: OrderRecord, input: Save): Promise<void> {
  if (!recursOtherwise(order, input)) return;
  const stored = tables
    .selectFrom('order as o')
    .innerJoin('branch as b', 'b.id', 'o.branch_id')
    .select(({ fn, ref }) => [
      ref('o.recurrence').$castTo<Recurrence | null>().as('recurrence'),
      fn.coalesce('o.preferred_at', 'o.created_at').as('from'),
      BRANCH_TIME_ZONE_SQL.as('zone'),
    ])
    .where('o.id', '=', order.id);
  const row = await fetchRow(ctx, stored);
  const series = row?.recurrence ? await createSeries(ctx, row.recurrence, row.from, row.zone) : null;
  await runStatement(
    ctx,
    tables
      .updateTable('order')
      .set({
        next_at: series?.next_at ?? null,
        series_id: series?.id ?? null,
        series_date: series?.date ?? null,
      })
      .where('id', '=', order.id),
  );
}

const LOGGED = [
  'branch_id',
  'type',
  'address_id',
  'client_name',
  'client_phone',
  'client_email',
  'coupon_code',
  'status_id',
  'driver_id',
  'seller_id',
  'notes',
  'invoice_to',
  'delivery_id',
  'preferred_at',
  'recurring',
  'due',
  'paid_amount',
  'paid',
] as const;

/** Returns the fields for the audit log, before as stored and after as shown. */
const toAuditFields = (order: Pick<Show, (typeof LOGGED)[number]>) =>
  Object.fromEntries(LOGGED.map((field) => [field, order[field]]));

const asShown = ({ preferred_at, due, paid_amount, ...order }: OrderRecord) => ({
  ...order,
  preferred_at: preferred_at?.toISOString() ?? null,
  due: fromMinor(due, order.scale),
  paid_amount: fromMinor(paid_amount, order.scale),
});

/**
 * Moves, assigns, pays, annotates or edits an order, completely or not at all.
 * @throws record.missing when the caller may not see it; order.status_changed when somebody else has moved it
 */
export const save = (ctx: Ctx, input: Save) => ctx.tx((ctx) => saveInTransaction(ctx, input));

async function saveInTransaction(ctx: Ctx, input: Save) {
  const kind = getCallerKind(ctx);
  const order = await lockOrder(ctx, input.id);
  const { id, branch_id } = order;
  const to = input.status_id === undefined ? null : await getActiveStatus(ctx, input.status_id);
  checkMay(ctx, kind, order, input, to);
  if (input.version !== undefined && input.version !== order.version && to)
    fail('order.status_changed', { version: order.version }, 'status_id');
  checkVersion(order.version, input.version);
  if (input.undo) await checkUndo(ctx, order, input, to);
  const driver_id = input.driver_id === order.driver_id ? null : (input.driver_id ?? null);
  const seller_id = input.seller_id === order.seller_id ? null : (input.seller_id ?? null);
  const newBranch = input.branch_id ?? branch_id;
  await checkAssignees(ctx, newBranch, { driver_id, seller_id });
  if (order.status_value === CANCELED && (input.cart || driver_id !== null)) fail('order.cancelled');
  const moves = to !== null && to.id !== order.status_id;
  checkDetails(kind, order, input);
  const columns = await readChangedColumns(ctx, order, input);
  const isEdited = needsRepricing(order, input);
  // a mere move or payment changes no details; a move writes the version with its other columns
  const isAsRead = Object.keys(columns).length === 0 && !isEdited;
  const isMoved = isAsRead && moves;
  if (!isMoved)
    await runDeferred(
      ctx,
      tables
        .updateTable('order')
        .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: ctx.now }))
        .where('id', '=', id),
    );
  await setNext(ctx, order, input);
  const isReopened = moves && order.status_value === CANCELED && to.status_value !== CANCELED;
  const dropped = isEdited
    ? await editOrder(ctx, order, input)
    : isReopened
      ? await prepareReopenedOrder(ctx, order)
      : [];
  const edited = isAsRead && !isReopened ? order : await getOrderRecord(ctx, id);
  const paying = await parsePayments(ctx, edited, input);
  let after = await applyPaymentTotals(ctx, edited, paying?.tail ?? null);
  if (kind === 'seller' && moves && to.status_value === DELIVERED && isOpenOrder(order.status_value))
    checkPaid(after, paying);
  // payments of a move are written with it; a canceling move refunds earlier payments instead
  const together = moves && to.status_value !== CANCELED && paying ? { paying } : {};
  if (paying && !together.paying) {
    const { payments, payment_id } = paying;
    await recordPayments(ctx, { ...after, open: computeAmountDue(after) }, payments, payment_id);
    if (moves) after = await getOrderRecord(ctx, id);
  }
  if (moves) {
    const { move_notes: notes = null, series = 'this' } = input;
    const force = input.force === true && isAdmin(ctx);
    await changeOrderStatus(ctx, after, to, {
      force,
      isUndo: input.undo === true,
      notes,
      series,
      ...together,
      ...(isMoved ? { beside: sql`version = o.version + 1, updated_at = ${ctx.now}::timestamptz` } : {}),
    });
  }
  const shown = await orderView(ctx, id);
  const cart = input.cart ? { items: input.cart } : {};
  await recordAudit(ctx, {
    noun: 'order',
    id,
    action: moves ? 'move' : 'update',
    before: toAuditFields(asShown(order)),
    after: { ...toAuditFields(shown), ...cart },
    branch_id: newBranch,
    version: shown.version,
  });
  return dropped.length > 0 ? { ...shown, dropped: [...dropped] } : shown;
}
