import type { Approval } from '@dukkan/contract';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOpenPage } from '../../../lib/follow.ts';
import { loadDraft, onDraftChanged, saveDraft, useDraftWrite } from '../../../lib/form/saved-draft.ts';
import { useUnsavedChangesPrompt } from '../../../lib/form/unsaved-changes.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useOnlyBranch } from '../../../lib/only-branch.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { type CallFailure, createIdempotencyKey } from '../../../lib/server/call.ts';
import { useBranch } from '../../../lib/server/current-branch.ts';
import { networkState, onNetworkChange } from '../../../lib/server/network-state.ts';
import { showFailureToast, showSuccessToast } from '../../../lib/server/toast.ts';
import { useWrite } from '../../../lib/server/use-read-write.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { useTill } from '../../../lib/till.ts';
import { JUST_PLACED } from '../detail/next-call.tsx';
import {
  addItemToLines,
  type Draft,
  draftShape,
  EMPTY,
  findInvalidAmounts,
  type Line,
  listLinesAddedSince,
  listPaymentsWithoutAmount,
  listPaymentsWithoutMethod,
  type MakeOrderInput,
  type SellableItem,
  toCartInput,
  toFieldsWithoutPriceEffect,
  toPaidAtTillInput,
  toPriceInput,
  toTillSaleInput,
} from './draft.ts';
import { useLinesWithPartialBarcode } from './use-code-like.ts';
import { useDeliveryQuote } from './use-place-quote.ts';
import { isWrongCouponFailure, useCartPrice } from './use-price.ts';

const NAME = 'order.new';
/** Failures about the coupon, which are shown at its field and not at the cart. */
const isCoupon = (code: string | null): boolean => code?.startsWith('coupon.') ?? false;

function keptDraft(): Draft | null {
  const kept = draftShape.safeParse(loadDraft(NAME)?.values);
  return kept.success ? kept.data : null;
}

/** Returns the names of the fields in a failure, each once: the last name in 'client.phone' or 'cart.0.quantity'. */
const namesOf = (refusal: CallFailure): string[] => [
  ...new Set(
    Object.keys(refusal.errors).map((path) => path.split('.').findLast((part) => /\D/.test(part)) ?? path),
  ),
];

const isTouched = (draft: Draft): boolean =>
  JSON.stringify({ ...draft, key: '', by_phone: false }) !== JSON.stringify(EMPTY);

/** A sale at a till: the amount due, and the change for the received cash; null where no received cash was entered. */
export type TillSale = {
  readonly id: number;
  readonly due: number;
  readonly change: number | null;
  readonly currency: string;
};

/** Manages a new order: its draft, its price, and placing it. */
export function useOrderDraft() {
  const { t } = useTranslation(['order', 'fields']);
  const { list } = useFormat();
  const openPage = useOpenPage();
  const chosenBranch = useBranch();
  const ownTill = useTill();
  const [stored, setDraft] = useState<Draft>(() => keptDraft() ?? EMPTY);
  // Rule: docs/rules/phone-orders.md#at-a-till
  const till = stored.by_phone ? null : ownTill;
  // a sale at a till is picked up and paid at once, in the till's branch
  const draft: Draft = till
    ? { ...stored, type: 'take_away', pays: 'now', branch_id: till.branch_id, keep_branch: false }
    : stored;
  /** A manager's approval of the discount; it applies to this order only. */
  const [approval, setApproval] = useState<Approval | null>(null);
  /** The last sale at the till, until the next one starts. */
  const [sold, setSold] = useState<TillSale | null>(null);
  const [isRestored, setRestored] = useState(() => keptDraft() !== null);
  const [tried, setTried] = useState(false);
  /** True after the user tried to place the order before its price was known. */
  const [waits, setWaits] = useState(false);
  /** True after the order was placed or discarded in another tab. */
  const [isElsewhere, setElsewhere] = useState(false);
  const [wrongCode, setWrongCode] = useState<{ code: string; text: string } | null>(null);
  /** A typed code that is not applied yet; null without one. */
  const [typed, setTyped] = useState<string | null>(null);
  const codeText = typed ?? draft.coupon;
  const code = codeText.trim();
  const placed = useRef(false);
  /** The lines of the order that is being placed; items scanned meanwhile belong to the next sale. */
  const sent = useRef<readonly Line[]>([]);
  /** The last request and its idempotency key. */
  const call = useRef<{ readonly input: MakeOrderInput; readonly key: string | undefined } | null>(null);
  /** True when the page is left for another one and the draft will be restored. */
  const isParked = useRef(false);
  const touched = isTouched(stored);

  const content = JSON.stringify(stored);
  /** The draft as last stored by this or another tab; storing it again would overwrite newer input of the other tab. */
  const heard = useRef(content);
  useDraftWrite(NAME, content, () =>
    placed.current || content === heard.current ? undefined : { values: touched ? stored : null },
  );

  // the only branch needs no selection; a pin never changes the branch by itself
  const only = useOnlyBranch();
  const own_branch = draft.branch_id ?? chosenBranch ?? ownTill?.branch_id ?? only;
  const place = useDeliveryQuote({ ...draft, branch_id: own_branch });
  /** The branches that serve the pin, while the user has not decided between them and the selected branch. */
  const elsewhere =
    draft.keep_branch && place.quote?.elsewhere?.may_keep ? null : (place.quote?.elsewhere ?? null);
  const branch_id = own_branch ?? place.quote?.branch_id ?? null;
  const zone = useBranchZone(branch_id);
  const coupon = draft.coupon === '' || wrongCode?.code === draft.coupon ? null : draft.coupon;
  // every branch has its own prices and stock, so there is no price without a branch
  const asked = branch_id === null ? null : toPriceInput({ ...draft, branch_id }, coupon);
  // the approval is checked when the order is placed; the price only needs to know that there is one
  const body = asked && {
    ...asked,
    ...(till ? { device_id: till.id } : {}),
    ...(approval ? { approval: {} } : {}),
  };
  const priced = useCartPrice(body);
  const { failure } = priced;
  const write = useWrite(api.order.make, {
    // failures are shown on the fields, or above them
    form: true,
    // a refusal uses up the idempotency key
    onFailure: (refusal) => {
      const { errors, code } = refusal;
      if (
        approval &&
        (code === 'permission.denied' || Object.keys(errors).some((name) => name.startsWith('approval')))
      ) {
        setApproval(null);
        showFailureToast(refusal);
      }
      if (!refusal.isOutcomeUnknown) take({ ...latest.current, key: createIdempotencyKey() });
    },
    onSuccess: (order) => {
      if (till) {
        const changes = order.payments.flatMap((payment) => payment.change ?? []);
        const change = changes.length === 0 ? null : changes.reduce((all, one) => all + one, 0);
        setSold({ id: order.id, due: order.due, change, currency: order.currency });
        const lines = listLinesAddedSince(sent.current, latest.current.lines);
        clear();
        return lines.length > 0 ? set({ lines }) : undefined;
      }
      placed.current = true;
      saveDraft(NAME, null);
      showSuccessToast(t('order:make.placed', { number: `#${order.id}` }), {
        action: { label: t('order:make.another'), onClick: () => openPage(paths.orderNew) },
      });
      openPage(paths.order(order.id), { replace: true, state: JUST_PLACED });
    },
  });
  /** True when no answer arrived: the order may exist, so the same request is sent again. Rule: docs/rules/phone-orders.md#no-answer */
  const isUnanswered = write.failure?.network ?? false;
  const { submit: sendCall } = write;
  const sendAgain = useCallback(() => {
    const { current } = call;
    if (current) void sendCall(current.input, null, current.key);
  }, [sendCall]);
  useEffect(() => {
    if (!isUnanswered) return;
    const hear = () => {
      if (networkState() === 'ok') sendAgain();
    };
    // the connection may be back already
    hear();
    return onNetworkChange(hear);
  }, [isUnanswered, sendAgain]);
  // an order can be placed before its price has arrived; then the failure of placing it tells that the code is wrong
  const refusedCode =
    [write.failure, failure].find((one) => one && isWrongCouponFailure(one))?.message ?? null;
  useEffect(() => {
    if (refusedCode !== null && coupon !== null) setWrongCode({ code: coupon, text: refusedCode });
  }, [refusedCode, coupon]);

  const leaving = useUnsavedChangesPrompt(
    // what a till fixes in the order was not typed by anybody
    () => !placed.current && !isParked.current && isTouched(latest.current),
    touched && !placed.current,
  );
  /**
   * The latest draft, also before it is rendered: a scan restores the box's text and adds its item in the same event.
   */
  const latest = useRef(stored);
  latest.current = stored;
  const take = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };
  const set = (part: Partial<Draft>) => {
    if (!isUnanswered) write.reset();
    setElsewhere(false);
    setWaits(false);
    // a new address or branch needs a new decision about the branch
    const isMoved = ['client', 'address_id', 'place', 'branch_id', 'type'].some((name) => name in part);
    const keep_branch = isMoved ? false : latest.current.keep_branch;
    if ('discount' in part || 'discount_type' in part) setApproval(null);
    take({ ...latest.current, keep_branch, ...part, key: createIdempotencyKey() });
  };
  const add = (goods: SellableItem): string | null => {
    // at a till, an item added while the order is unanswered belongs to the next sale
    if (isUnanswered && !till) return null;
    const { lines, key } = addItemToLines(latest.current.lines, goods);
    set({ lines });
    return key;
  };
  const typeCode = (text: string) => {
    write.reset();
    setTyped(text);
  };
  /** Applies the typed code; an empty text removes the coupon and allows a refused code to be tried again. */
  const takeCode = (text: string) => {
    const taken = text.trim();
    setTyped(null);
    if (taken === '') setWrongCode(null);
    if (taken !== latest.current.coupon) set({ coupon: taken });
  };
  const reset = () => {
    write.reset();
    setTyped(null);
    setWrongCode(null);
    setRestored(false);
    setTried(false);
    setWaits(false);
    setApproval(null);
    take(EMPTY);
  };
  const clear = () => {
    saveDraft(NAME, null);
    reset();
  };
  const onRemoteChange = useEffectEvent(() => {
    if (placed.current) return;
    const kept = keptDraft();
    heard.current = JSON.stringify(kept ?? EMPTY);
    if (kept) return take(kept);
    setElsewhere(touched);
    reset();
  });
  useEffect(() => onDraftChanged(NAME, () => onRemoteChange()), []);

  const cart = toCartInput(draft.lines);
  const codeLike = useLinesWithPartialBarcode(draft.lines);
  /** What is missing before the order can be placed, by field. */
  const missingFields: Record<string, string> = {};
  if (draft.type === 'delivery' && !draft.client?.phone.trim() && draft.client?.id == null)
    missingFields['client.phone'] = t('order:make.client.needed');
  if (draft.client && draft.client.id === null && !draft.client.name.trim())
    missingFields['client.name'] = t('order:make.client.name_needed');
  if (elsewhere) missingFields.branch_id = t('order:make.elsewhere_needed');
  if (branch_id === null) missingFields.branch_id = t('order:make.branch_needed');
  if (codeLike.size > 0) missingFields.code_like = t('order:make.code_like_needed');
  const isWhole = cart.length === draft.lines.length;
  // shown on the lines
  if (!isWhole) missingFields.lines = t('order:make.lines_unread');
  if (draft.lines.length === 0) missingFields.cart = t('order:make.lines_needed');

  const unread = findInvalidAmounts(draft);
  const wrongText =
    code === '' ? null : wrongCode?.code === code ? wrongCode.text : coupon === code ? refusedCode : null;
  const refusal = write.failure ?? failure;
  const warnings = priced.price?.warnings ?? [];
  if (warnings.some(({ field, refused }) => refused && field === 'address_id') && !place.isPlaced)
    missingFields.address_id = t('order:make.where.tell');
  // while a new price loads, the message about the code may be outdated
  const isCurrent = !priced.pending && !failure && code !== '' && code === draft.coupon;
  const refusedBeside = warnings.find(({ field, refused }) => refused && field === 'coupon');
  const wrongCoupon = wrongText ?? (isCurrent ? refusedBeside?.message : undefined);
  if (wrongCoupon !== undefined) missingFields.coupon = wrongCoupon;
  Object.assign(missingFields, unread);
  for (const name of listPaymentsWithoutAmount(draft))
    missingFields[name] ??= t('order:payments.amount_needed');
  for (const name of listPaymentsWithoutMethod(draft))
    missingFields[name] ??= t('order:make.pay.method_needed');
  /** Returns the error of a field: missing, refused, or a warning of the price. */
  const errorOf = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      if (name === 'coupon' && wrongText !== null) return wrongText;
      // the answer is about another code, so nothing is known about this one
      if (name === 'coupon' && (code === '' || code !== draft.coupon)) continue;
      // an unreadable amount is not in the price, so its error shows at once
      const isSaid = tried || name in unread;
      const said = (isSaid ? missingFields[name] : undefined) ?? refusal?.errors[name]?.[0];
      if (said) return said;
      // until the new price is here, the last one may be about another place
      if (name === 'address_id' && priced.pending && place.isPlaced && !place.none) continue;
      const warning = warnings.find(({ field, refused }) => refused && field === name);
      if (warning) return warning.message;
    }
    return undefined;
  };
  /** A failure that belongs to no visible field. */
  const generalError =
    refusal && !refusal.network && !isCoupon(refusal.code) && Object.keys(refusal.errors).length === 0
      ? refusal.message
      : null;

  /** Returns why there is no price; null when the reason is shown elsewhere. */
  const noPriceReason = (): string | null => {
    if (draft.lines.length === 0) return t('order:make.no_price');
    if (branch_id === null) return t('order:make.branch_first');
    if (!isWhole) return t('order:make.lines_unread');
    if (!failure || priced.pending) return t('order:make.pricing');
    if (failure.network) return t('order:make.price_offline');
    if (generalError !== null) return null;
    const names = namesOf(failure).map((name) => isolateBidi(t(`fields:${name}`)));
    return names.length > 0 ? t('order:make.price_lacks', { fields: list(names) }) : failure.message;
  };

  /** True while the displayed price is not the price of this draft: a new one loads or was refused. */
  const isStale = priced.pending || failure !== null;

  return {
    draft,
    /** The till at which this order is sold; null for any other order. */
    till,
    /** The till of this browser, also while an order is taken on the phone at it. */
    ownTill,
    sold,
    /** Starts the next sale. */
    next: () => setSold(null),
    /** True when the discount is above the seller's limit. */
    isBeyondLimit: refusal?.code === 'order.discount_limit',
    approve: setApproval,
    set,
    add,
    clear,
    branch_id,
    elsewhere,
    codeLike,
    place,
    price: priced.price,
    pending: priced.pending,
    isWhole,
    isStale,
    /** Why the order was not placed yet; null when it is not waiting for a price. */
    isWaitingForPrice: waits ? ((isStale ? noPriceReason() : null) ?? t('order:make.price_first')) : null,
    isElsewhere,
    noPriceReason: noPriceReason,
    codeText,
    typeCode,
    takeCode,
    cart,
    errorOf,
    generalError: generalError,
    warnings,
    /** The failure of the last attempt to place the order. */
    refused: write.failure,
    /** Clears the failure of the last attempt to place the order. */
    forgetRefusal: write.reset,
    tried,
    isRestored,
    dismissRestored: () => setRestored(false),
    leaving,
    busy: write.busy,
    isUnanswered,
    touched,
    /** Places the order. @param force confirms that lines without a price are intended */
    submit: (force = false) => {
      if (isUnanswered) {
        sendAgain();
        return null;
      }
      setTried(true);
      takeCode(code);
      const first = Object.keys(missingFields)[0];
      // includes the code in the box even if it was not applied yet
      const whole = branch_id === null ? null : toPriceInput({ ...draft, branch_id }, code);
      if (first !== undefined || whole === null) return first ?? 'cart';
      // the order is placed only when the user has seen its price
      const isSeen = !isStale && priced.price !== null && code === draft.coupon;
      setWaits(!isSeen);
      const asked = {
        ...whole,
        ...toFieldsWithoutPriceEffect(draft, zone),
        ...(till ? toTillSaleInput(draft, till.id, priced.price?.due ?? 0) : {}),
        ...(!till && ownTill?.branch_id === branch_id ? toPaidAtTillInput(draft, ownTill.id) : {}),
        ...(approval ? { approval } : {}),
        ...(force ? { force } : {}),
      };
      if (isSeen && !write.busy) {
        sent.current = draft.lines;
        call.current = { input: asked, key: draft.key || undefined };
      }
      if (isSeen) void write.submit(asked, null, draft.key || undefined);
      else if (failure) priced.again();
      return isSeen ? null : (Object.keys(failure?.errors ?? {})[0] ?? null);
    },
    /** Opens another page; the draft is stored and restored on return. */
    park: (to: string) => {
      isParked.current = true;
      saveDraft(NAME, latest.current);
      openPage(to);
    },
    leave: () => {
      placed.current = true;
      saveDraft(NAME, null);
      leaving.go();
    },
  };
}

export type OrderDraft = ReturnType<typeof useOrderDraft>;
