import { isolateBidi } from '../../../lib/format.ts';
import { findMissingPart } from '../../../lib/local-date-time.ts';
import type { CallFailure } from '../../../lib/server/call.ts';
import {
  findInvalidAmounts,
  listPaymentsWithoutAmount,
  listPaymentsWithoutMethod,
  type NewOrderDraft,
  toCartInput,
} from './draft.ts';
import type { DeliveryQuote } from './use-place-quote.ts';
import type { CartPrice } from './use-price.ts';

/** What is known about a new order besides its draft. */
export type OrderState = {
  readonly draft: NewOrderDraft;
  readonly branch_id: number | null;
  /** The branches that serve the pin, while the user has to decide between them and the selected one. */
  readonly elsewhere: object | null;
  /** The keys of lines whose quantity may be the start of a barcode. */
  readonly codeLike: ReadonlySet<string>;
  readonly place: Pick<DeliveryQuote, 'isPlaced' | 'none'>;
  readonly price: Pick<CartPrice, 'warnings'> | null;
  /** True while a new price loads. */
  readonly pending: boolean;
  /** Why there is no price. */
  readonly failure: CallFailure | null;
  /** The failure of the last attempt to place the order, else of pricing it. */
  readonly refusal: CallFailure | null;
  /** The code in the coupon box, applied or not. */
  readonly code: string;
  /** Why the code in the box is wrong; null if it is not known to be. */
  readonly codeError: string | null;
  /** True after the first attempt to place the order. */
  readonly tried: boolean;
};

type Translate = {
  (key: string): string;
  (key: string, values: Record<string, string>): string;
};

/** Returns the warning of the price that refuses a field. */
const findRefusedWarning = ({ price }: OrderState, name: string) =>
  price?.warnings.find(({ field, refused }) => refused && field === name);

function findCouponError(state: OrderState): string | undefined {
  const { code, codeError, draft, pending, failure } = state;
  if (codeError !== null) return codeError;
  // while a new price loads, the message about the code may be outdated
  const isCurrent = !pending && !failure && code !== '' && code === draft.coupon;
  return isCurrent ? findRefusedWarning(state, 'coupon')?.message : undefined;
}

/** Lists what is missing before an order can be placed, by field, in the order in which the fields get the focus. */
export function listMissingFields(state: OrderState, t: Translate): Readonly<Record<string, string>> {
  const { draft, branch_id, place } = state;
  const { client, lines } = draft;
  const couponError = findCouponError(state);
  const checks: readonly (readonly [string, boolean, string])[] = [
    [
      'client.phone',
      draft.type === 'delivery' && !client?.phone.trim() && client?.id == null,
      'order:make.client.needed',
    ],
    [
      'client.name',
      client !== null && client.id === null && !client.name.trim(),
      'order:make.client.name_needed',
    ],
    ['branch_id', state.elsewhere !== null, 'order:make.elsewhere_needed'],
    ['branch_id', branch_id === null, 'order:make.branch_needed'],
    [
      'preferred_at',
      findMissingPart(draft.preferred) !== null,
      `kit:date.${findMissingPart(draft.preferred) ?? 'time'}_missing`,
    ],
    ['code_like', state.codeLike.size > 0, 'order:make.code_like_needed'],
    // shown on the lines
    ['lines', toCartInput(lines).length < lines.length, 'order:make.lines_unread'],
    ['cart', lines.length === 0, 'order:make.lines_needed'],
    [
      'address_id',
      findRefusedWarning(state, 'address_id') !== undefined && !place.isPlaced,
      'order:make.where.tell',
    ],
  ];
  const missing: Record<string, string> = {};
  for (const [name, isMissing, key] of checks) if (isMissing) missing[name] = t(key);
  if (couponError !== undefined) missing.coupon = couponError;
  Object.assign(missing, findInvalidAmounts(draft));
  for (const name of listPaymentsWithoutAmount(draft)) missing[name] ??= t('order:payments.amount_needed');
  for (const name of listPaymentsWithoutMethod(draft)) missing[name] ??= t('order:make.pay.method_needed');
  return missing;
}

/**
 * Returns the error of the first of these fields that has one: missing, refused, or a warning of the price.
 * @param missing the answer of `listMissingFields`
 */
export function findFieldError(
  state: OrderState,
  missing: Readonly<Record<string, string>>,
  names: readonly string[],
): string | undefined {
  const { draft, code, codeError, pending, place, refusal, tried } = state;
  const invalid = findInvalidAmounts(draft);
  for (const name of names) {
    if (name === 'coupon' && codeError !== null) return codeError;
    // the answer is about another code, so nothing is known about this one
    if (name === 'coupon' && (code === '' || code !== draft.coupon)) continue;
    // an unreadable amount is not in the price, so its error shows at once
    const isShown = tried || name in invalid;
    const error = (isShown ? missing[name] : undefined) ?? refusal?.errors[name]?.[0];
    if (error) return error;
    // until the new price is here, the last one may be about another place
    if (name === 'address_id' && pending && place.isPlaced && !place.none) continue;
    const warning = findRefusedWarning(state, name);
    if (warning) return warning.message;
  }
  return undefined;
}

/** Returns a failure that belongs to no visible field; those of the coupon are shown at its field. */
export const findGeneralError = (refusal: CallFailure | null): string | null =>
  refusal &&
  !refusal.network &&
  !refusal.code?.startsWith('coupon.') &&
  Object.keys(refusal.errors).length === 0
    ? refusal.message
    : null;

/** Returns the names of the fields in a failure, each once: the last name in 'client.phone' or 'cart.0.quantity'. */
const listRefusedFields = (failure: CallFailure): string[] => [
  ...new Set(
    Object.keys(failure.errors).map((path) => path.split('.').findLast((part) => /\D/.test(part)) ?? path),
  ),
];

/**
 * Returns why an order has no price; null when the reason is shown elsewhere.
 * @param list joins words to a list
 */
export function explainMissingPrice(
  { draft, branch_id, pending, failure, refusal }: OrderState,
  t: Translate,
  list: (words: readonly string[]) => string,
): string | null {
  if (draft.lines.length === 0) return t('order:make.no_price');
  if (branch_id === null) return t('order:make.branch_first');
  if (toCartInput(draft.lines).length < draft.lines.length) return t('order:make.lines_unread');
  if (!failure || pending) return t('order:make.pricing');
  if (failure.network) return t('order:make.price_offline');
  if (findGeneralError(refusal) !== null) return null;
  const fields = listRefusedFields(failure).map((name) => isolateBidi(t(`fields:${name}`)));
  return fields.length > 0 ? t('order:make.price_lacks', { fields: list(fields) }) : failure.message;
}
