import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useTill } from '../../../lib/till.ts';
import {
  addItemToLines,
  listLinesAddedSince,
  type NewOrderDraft,
  type NewOrderInput,
  type SellableItem,
  toFieldsWithoutPriceEffect,
  toPaidAtTillInput,
  toTillSaleInput,
} from './draft.ts';
import {
  explainMissingPrice,
  findFieldError,
  findGeneralError,
  listMissingFields,
  type OrderState,
} from './order-problems.ts';
import { useLinesWithPartialBarcode } from './use-code-like.ts';
import { useCoupon, useCouponError } from './use-coupon.ts';
import { type OrderTills, useOrderPrice } from './use-order-price.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { useStoredDraft } from './use-stored-draft.ts';

/** Returns the whole order to send: what was priced, its other fields, and how it is paid at a till. */
function toOrderInput(
  draft: NewOrderDraft,
  { till, ownTill }: OrderTills,
  { branch_id, zone, price }: Pick<ReturnType<typeof useOrderPrice>, 'branch_id' | 'zone' | 'price'>,
  priced: NewOrderInput,
): NewOrderInput {
  return {
    ...priced,
    ...toFieldsWithoutPriceEffect(draft, zone),
    ...(till ? toTillSaleInput(draft, till.id, price?.due ?? 0) : {}),
    ...(!till && ownTill?.branch_id === branch_id ? toPaidAtTillInput(draft, ownTill.id) : {}),
  };
}

/** Says what stands between an order and its being placed. */
function useOrderProblems(state: OrderState & { readonly isStale: boolean }, waits: boolean) {
  const { t } = useTranslation(['order', 'fields', 'kit']);
  const { list } = useFormat();
  const missing = listMissingFields(state, t);
  const noPriceReason = () => explainMissingPrice(state, t, list);
  return {
    missing,
    errorOf: (...names: readonly string[]) => findFieldError(state, missing, names),
    /** A failure that belongs to no visible field. */
    generalError: findGeneralError(state.refusal),
    /** True when the discount is above the seller's limit. */
    isBeyondLimit: state.refusal?.code === 'order.discount_limit',
    noPriceReason,
    /** Why the order was not placed yet; null when it is not waiting for a price. */
    isWaitingForPrice: waits
      ? ((state.isStale ? noPriceReason() : null) ?? t('order:make.price_first'))
      : null,
  };
}

/** Manages a new order: its draft, its price, and placing it. */
export function useOrderDraft() {
  const ownTill = useTill();
  const [tried, setTried] = useState(false);
  /** True after the user tried to place the order before its price was known. */
  const [waits, setWaits] = useState(false);
  const saved = useStoredDraft(() => reset());
  const { stored, latest } = saved;
  // Rule: docs/rules/phone-orders.md#at-a-till
  const till = stored.by_phone ? null : ownTill;
  // a sale at a till is picked up and paid at once, in the till's branch
  const draft: NewOrderDraft = till
    ? { ...stored, type: 'take_away', pays: 'now', branch_id: till.branch_id, keep_branch: false }
    : stored;
  const coupon = useCoupon(draft.coupon, (code) => {
    if (code !== latest.current.coupon) set({ coupon: code });
  });
  const { code } = coupon;
  const placing = usePlaceOrder({
    till,
    onRefused: saved.renewKey,
    onPlaced: (lines) => {
      if (!till) return saved.finish();
      const added = listLinesAddedSince(lines, latest.current.lines);
      clear();
      if (added.length > 0) set({ lines: added });
    },
  });
  const { approval, isUnanswered } = placing;
  const pricing = useOrderPrice(draft, { till, ownTill }, coupon.coupon, approval);
  const { failure, again, toRequest, zone, ...priced } = pricing;

  const set = (part: Partial<NewOrderDraft>) => {
    if (!isUnanswered) placing.reset();
    setWaits(false);
    if ('discount' in part || 'discount_type' in part) placing.approve(null);
    saved.change(part);
  };
  const add = (goods: SellableItem): string | null => {
    // at a till, an item added while the order is unanswered belongs to the next sale
    if (isUnanswered && !till) return null;
    const { lines, key } = addItemToLines(latest.current.lines, goods);
    set({ lines });
    return key;
  };
  const reset = () => {
    placing.reset();
    placing.approve(null);
    coupon.reset();
    setTried(false);
    setWaits(false);
    saved.empty();
  };
  const clear = () => {
    saved.deleteStored();
    reset();
  };

  const codeLike = useLinesWithPartialBarcode(draft.lines);
  const refusal = placing.failure ?? failure;
  const codeError = useCouponError(coupon, [placing.failure, failure]);
  const state = { ...pricing, draft, codeLike, refusal, code, codeError, tried };
  const { missing, ...problems } = useOrderProblems(state, waits);
  /** Places the order. @param force confirms that lines without a price are intended */
  const submit = (force = false) => {
    if (isUnanswered) {
      placing.sendAgain();
      return null;
    }
    setTried(true);
    coupon.apply(code);
    const first = Object.keys(missing)[0];
    // includes the code in the box even if it was not applied yet
    const whole = toRequest(code);
    if (first !== undefined || whole === null) return first ?? 'cart';
    // the order is placed only when the user has seen its price
    const isSeen = !priced.isStale && priced.price !== null && code === draft.coupon;
    setWaits(!isSeen);
    if (!isSeen) {
      if (failure) again();
      return Object.keys(failure?.errors ?? {})[0] ?? null;
    }
    const confirmed = { ...(approval ? { approval } : {}), ...(force ? { force } : {}) };
    placing.send({
      input: { ...toOrderInput(draft, { till, ownTill }, pricing, whole), ...confirmed },
      key: draft.key || undefined,
      lines: draft.lines,
    });
    return null;
  };

  return {
    draft,
    /** The draft as it is stored, and leaving the page with it. */
    saved,
    /** Sending the order. */
    placing,
    /** The till at which this order is sold; null for any other order. */
    till,
    /** The till of this browser, also while an order is taken on the phone at it. */
    ownTill,
    set,
    add,
    clear,
    codeLike,
    ...priced,
    codeText: coupon.text,
    typeCode: (text: string) => {
      placing.reset();
      coupon.type(text);
    },
    takeCode: coupon.apply,
    ...problems,
    tried,
    submit,
  };
}

export type OrderDraft = ReturnType<typeof useOrderDraft>;
