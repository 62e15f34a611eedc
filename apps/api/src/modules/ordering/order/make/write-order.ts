import { fromMinor } from '@dukkan/commerce';
import { recordAudit } from '../../../../core/audit.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import type { OutgoingLine } from '../../../stock/index.ts';
import {
  type IncomingMoney,
  recordPayments,
  resolveMoneyHolder,
  updatePaidFlag,
} from '../pay/record-payments.ts';
import { storeDiscountApprover } from '../price/approve-discount.ts';
import type { QuotedOrder } from '../price/quote-order.ts';
import { insertOrder, type NewOrder } from './insert-order.ts';

/** A new order with what is paid with it. */
type OrderToWrite = Omit<NewOrder, 'status_id' | 'status_value'> & {
  readonly status: { readonly id: number; readonly status_value: number };
  readonly payments: readonly IncomingMoney[];
  /** The session whose drawer takes the payments. */
  readonly money_session_id: number | null;
  readonly approved_by: number | null;
};

/**
 * Writes an order with its payments, its signature at a till and its audit row; stock is taken afterwards.
 * @throws order.overpaid, fiscal.currency, fiscal.unbalanced
 */
export async function writeOrder(
  ctx: Ctx,
  quoted: QuotedOrder,
  { status, payments, money_session_id, approved_by, ...order }: OrderToWrite,
): Promise<{ readonly id: number; readonly outgoing: OutgoingLine[] }> {
  const { priced, scale, settings, methods, client, source, input, branch } = quoted;
  const { due } = priced.totals;
  const { id, outgoing } = await insertOrder(ctx, quoted, {
    ...order,
    status_id: status.id,
    status_value: status.status_value,
  });
  await storeDiscountApprover(ctx, id, approved_by);
  await recordPayments(
    ctx,
    { id, open: due, scale, currency: settings.Currency },
    payments.map((payment) => ({
      ...payment,
      ...resolveMoneyHolder(
        methods.find((one) => one.id === payment.payment_id) as (typeof methods)[number],
        { pos_session_id: money_session_id, driver_id: null },
      ),
    })),
  );
  if (due === 0n) await updatePaidFlag(ctx, id);
  if (input.device_id != null) await ctx.services.signing.recordSale(ctx, id);
  await recordAudit(ctx, {
    noun: 'order',
    id,
    action: 'create',
    before: null,
    after: {
      status_id: status.id,
      client_id: client.id,
      due: fromMinor(due, scale),
      source,
      ...(order.till_no === null ? {} : { till_no: order.till_no }),
      ...(approved_by === null ? {} : { approved_by }),
    },
    branch_id: branch.id,
    version: 1,
  });
  return { id, outgoing };
}
