import {
  fromMinor,
  type PricedCart,
  type SaleBody,
  type SalePayment as SentPayment,
  toPrintedSale,
} from '@dukkan/commerce';
import type { PackShop } from '../pack/pack-shape.ts';
import { ONE, type SaleDraft } from './draft.ts';
import type { SalePart } from './price-sale.ts';

export type SaleFacts = {
  readonly sold_at: Date;
  readonly clock_offset_ms: number | null;
  readonly pack_version: string;
  readonly session_id: number | null;
  readonly cashier_id: number;
};

/** Returns the cart of a draft as it is sent. */
export const toSaleCart = ({ lines }: Pick<SaleDraft, 'lines'>) =>
  lines.map(({ item_id, offer_id, quantity, extras_ids }) =>
    item_id === null
      ? { offer_id: offer_id ?? 0, quantity: quantity / ONE }
      : {
          item_id,
          quantity: quantity / ONE,
          ...(extras_ids.length > 0 ? { extras_ids: [...extras_ids] } : {}),
        },
  );

/** Writes a paid sale down as the till sends it: the cart, the payments, and the money as it will be printed. */
export function toSaleBody(
  draft: SaleDraft,
  priced: PricedCart,
  payments: readonly SalePart[],
  shop: PackShop,
  facts: SaleFacts,
): SaleBody {
  const { scale, Currency: currency } = shop.settings;
  const major = (amount: bigint): number => fromMinor(amount, scale);
  return {
    v: 1,
    ...facts,
    sold_at: facts.sold_at.toISOString(),
    type: draft.type,
    cart: toSaleCart(draft),
    client: draft.client,
    coupon: priced.coupon_id === null ? null : (draft.coupon?.code ?? null),
    discount: draft.discount_type === 'percent' ? draft.discount / 100 : major(BigInt(draft.discount)),
    discount_type: draft.discount_type,
    notes: draft.notes.trim() || null,
    approval_word: draft.approval_word,
    payments: priced.payments.map(({ payment_id, amount, charge }, at): SentPayment => {
      const { tendered = null, ref_number = null } = payments[at] ?? {};
      return {
        payment_id,
        amount: major(amount - charge),
        ...(tendered === null ? {} : { tendered: major(tendered) }),
        ...(ref_number ? { ref_number } : {}),
      };
    }),
    printed: toPrintedSale(priced, { currency, tax_mode: shop.branch.tax_mode }),
  };
}

/** Puts the cart of a refused sale together again. */
export function toDraft(body: SaleBody, scale: number): SaleDraft {
  return {
    lines: body.cart.map((line, at) => ({
      key: `l${at}`,
      item_id: 'item_id' in line ? line.item_id : null,
      offer_id: 'offer_id' in line ? line.offer_id : null,
      quantity: Math.round(line.quantity * ONE),
      extras_ids: 'extras_ids' in line ? (line.extras_ids ?? []) : [],
    })),
    selected: body.cart.length > 0 ? `l${body.cart.length - 1}` : null,
    client: body.client,
    coupon: body.coupon === null ? null : { code: body.coupon, id: 0, amount: 0, lines: [] },
    discount:
      body.discount_type === 'percent'
        ? Math.round(body.discount * 100)
        : Math.round(body.discount * 10 ** scale),
    discount_type: body.discount_type,
    approval_word: body.approval_word,
    notes: body.notes ?? '',
    type: body.type,
    made: body.cart.length,
  };
}
