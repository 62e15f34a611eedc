import { fromMinor } from '@dukkan/commerce';
import { api, fail } from '@dukkan/contract';
import * as z from 'zod';
import { getPermissions, hasPermission } from '../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { readApprovalWord } from '../../tills/index.ts';
import { placeOfferedSale } from '../order/make/place-order.ts';
import type { QuotedOrder } from '../order/price/quote-order.ts';
import type { MakeOrderInput } from '../order/price/resolve-customer.ts';
import type { ReadSale } from './letter-body.ts';

// Rule: docs/rules/till-sales.md#booking

/** The permission to make orders. */
const SELLS = { resource: ['orders', 'seller'], action: 'save' } as const;

type Origin = { readonly device_id: number; readonly branch_id: number; readonly till_no: string };

/** Refuses an offer of somebody who is not signed in or may not sell. @throws auth.unauthorized, permission.denied */
export function checkSeller(ctx: Ctx): void {
  const { must_change_password } = requireAccount(ctx);
  if (must_change_password || !hasPermission(getPermissions(ctx), SELLS)) fail('permission.denied');
}

/** Converts a sale to the order that it is, for the branch of its till. */
export function toOrderInput({ body }: ReadSale, { device_id, branch_id }: Origin): MakeOrderInput {
  const { type, cart, client, coupon, discount, discount_type, notes, payments } = body;
  return api.order.make.input.parse({
    branch_id,
    device_id,
    type,
    cart,
    ...(client ? { client } : {}),
    ...(coupon ? { coupon } : {}),
    ...(discount > 0 ? { discount, discount_type } : {}),
    ...(notes ? { notes } : {}),
    ...(payments.length > 0 ? { payments } : {}),
    source: 'dashboard',
  });
}

/** True for a failure of what a sale is remembered by, and that no money hangs on. */
const isOfRemark = ({ path: [field, , part] }: z.core.$ZodIssue): boolean =>
  field === 'client' || field === 'notes' || (field === 'payments' && part === 'ref_number');

/**
 * Converts a sale that was made to the order that it is. A customer, a note or a reference that no order may have is left
 * out: the letter has it.
 */
export function toSoldInput(sale: ReadSale, origin: Origin): MakeOrderInput {
  try {
    return toOrderInput(sale, origin);
  } catch (error) {
    if (!(error instanceof z.ZodError) || !error.issues.every(isOfRemark)) throw error;
    const left = new Set(error.issues.map(({ path: [field] }) => field));
    const { body } = sale;
    const plain = {
      ...body,
      ...(left.has('client') ? { client: null } : {}),
      ...(left.has('notes') ? { notes: null } : {}),
      ...(left.has('payments')
        ? { payments: body.payments.map(({ ref_number: _, ...payment }) => payment) }
        : {}),
    };
    return toOrderInput({ ...sale, body: plain }, origin);
  }
}

/** Returns who approved the discount of a sale, and how much; a word of another till or time counts for nothing. */
export function readApproval(ctx: Ctx, { body }: ReadSale, device_id: number, at: Date) {
  const word = readApprovalWord(ctx, body.approval_word);
  const time = at.getTime();
  const isGood = word?.device_id === device_id && time >= word.from - 120_000 && time <= word.until + 120_000;
  return isGood && word
    ? { approved_by: word.approved_by, approved_percent: word.percent }
    : { approved_by: null, approved_percent: 0 };
}

/**
 * Books a sale that a till offers as an order of the person who is signed in there, at the shop's price of now.
 * @throws what `placeOrder` throws, and price.changed when another amount is due than on the paper
 */
export function bookOffer(ctx: Ctx, sale: ReadSale, origin: Origin): Promise<number> {
  checkSeller(ctx);
  const approval = readApproval(ctx, sale, origin.device_id, ctx.now);
  return placeOfferedSale(ctx, toOrderInput(sale, origin), {
    till_no: origin.till_no,
    ...approval,
    checkPrice: ({ priced, settings, scale, branch }: QuotedOrder) => {
      const { due } = priced.totals;
      const currency = settings.Currency;
      const tax_mode = branch.tax_mode ?? settings.tax_mode;
      const isSame = sale.printed.currency === currency && sale.printed.tax_mode === tax_mode;
      if (isSame && due === sale.priced.totals.due) return;
      fail('price.changed', {
        due_before: fromMinor(sale.priced.totals.due, scale),
        due: fromMinor(due, scale),
        currency,
      });
    },
  });
}
