import { fromMinor, toMinor } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import * as z from 'zod';
import {
  AMOUNT_SCALE,
  findTypedNumberError,
  formatTypedAmount,
  formatTypedNumber,
  parseTypedNumber,
  QUANTITY_SCALE,
} from '../../../lib/form/parse-typed-number.ts';
import { parseLocalDateTime } from '../../../lib/local-date-time.ts';
import type { InputOf } from '../../../lib/server/endpoint.ts';
import { parseQuantity, stepQuantity } from './quantity.ts';

// the page's security policy forbids code from strings, and zod's attempt would be reported as a violation; the
// contract sets the same for its own schemas
z.config({ jitless: true });

export const TYPES = ['delivery', 'take_away', 'dine_in'] as const;
export const UNITS = ['day', 'week', 'month'] as const;
/** The most lines of a cart. */
export const CART_LINES_MAX = 200;

const number = z.number().nullable();
const line = z.object({
  /** Identifies the row, not the item, because an item may occur twice with different extras. */
  key: z.string(),
  product_id: number,
  item_id: number,
  /** Set for a bundle, instead of `item_id`. */
  offer_id: number,
  title: z.string(),
  barcode: z.string().nullable(),
  image_url: z.string().nullable(),
  stepper: z.number(),
  /** The quantity as typed. */
  text: z.string(),
  extras_ids: z.array(z.number()),
  /** A quantity that looked like the start of a barcode and was confirmed by the user. */
  sure: z.string().optional(),
});
const place = z.object({
  area_id: number,
  area_no: z.string(),
  street: z.string(),
  home_no: z.string(),
  lat: number,
  lng: number,
});

/** A new order while it is entered; stored on this device until it is placed. */
export const draftShape = z.object({
  /** A null `id` is a new customer. */
  client: z.object({ id: number, name: z.string(), phone: z.string() }).nullable(),
  address_id: number,
  place,
  /** True when this branch delivers although the pin is in another branch's zone. */
  keep_branch: z.boolean().default(false),
  type: z.enum(TYPES),
  /** The branch selected by the user; null follows the zone. */
  branch_id: number,
  delivery_id: number,
  preferred: z.string(),
  lines: z.array(line),
  coupon: z.string(),
  discount: z.string(),
  discount_type: z.enum(['fixed', 'percent']),
  /** Whether the order is paid when it is placed or on delivery. */
  pays: z.enum(['later', 'now']),
  payment_id: number,
  payments: z.array(z.object({ payment_id: number, amount: z.string() })),
  /** The cash received at a till; anything above the price is the change. */
  tendered: z.string().default(''),
  /** The cash method to use when none is selected, so that the price does not have to be requested again. */
  cash_payment_id: z.number().nullable().default(null),
  notes: z.string(),
  invoice_to: z.string(),
  recurring: z.boolean(),
  every: z.string(),
  unit: z.enum(UNITS),
  until: z.string(),
  driver_id: number,
  seller_id: number,
  /** True for an order taken on the phone in the browser of a till, which is no sale of that till. */
  by_phone: z.boolean().default(false),
  /**
   * The idempotency key, new after each change, so that placing the same draft twice, even in two tabs, creates one
   * order.
   */
  key: z.string().default(''),
});

export type NewOrderDraft = z.output<typeof draftShape>;
export type DraftLine = NewOrderDraft['lines'][number];
export type DraftAddress = NewOrderDraft['place'];
export type NewOrderInput = InputOf<typeof api.order.make>;

const NOWHERE: DraftAddress = { area_id: null, area_no: '', street: '', home_no: '', lat: null, lng: null };

export const EMPTY: NewOrderDraft = {
  client: null,
  address_id: null,
  place: NOWHERE,
  keep_branch: false,
  type: 'delivery',
  branch_id: null,
  delivery_id: null,
  preferred: '',
  lines: [],
  coupon: '',
  discount: '',
  discount_type: 'fixed',
  pays: 'later',
  payment_id: null,
  payments: [],
  tendered: '',
  cash_payment_id: null,
  notes: '',
  invoice_to: '',
  recurring: false,
  every: '1',
  unit: 'week',
  until: '',
  driver_id: null,
  seller_id: null,
  by_phone: false,
  key: '',
};

/** An item or bundle that can be added to the order. */
export type SellableItem = Omit<DraftLine, 'key' | 'text' | 'extras_ids' | 'sure'>;

const isSame = (line: DraftLine, goods: SellableItem): boolean =>
  line.extras_ids.length === 0 &&
  (goods.offer_id === null ? line.item_id === goods.item_id : line.offer_id === goods.offer_id);

let keyCount = 0;
const newKey = (): string => {
  keyCount += 1;
  return `${Date.now().toString(36)}-${keyCount}`;
};

/** Adds one step of an item: to its existing line, or as a new line at the end. */
export function addItemToLines(
  lines: readonly DraftLine[],
  goods: SellableItem,
): { lines: DraftLine[]; key: string | null } {
  const there = lines.find((line) => isSame(line, goods));
  if (there) {
    const text = stepQuantity(there.text, goods.stepper, 1);
    return { lines: lines.map((line) => (line === there ? { ...line, text } : line)), key: there.key };
  }
  if (lines.length >= CART_LINES_MAX) return { lines: [...lines], key: null };
  const key = newKey();
  return {
    lines: [...lines, { ...goods, key, text: stepQuantity('', goods.stepper, 1), extras_ids: [] }],
    key,
  };
}

/**
 * Lists what was added to the lines after the order was sent; it belongs to the next sale.
 * @param sent the lines as they were sent
 */
export function listLinesAddedSince(sent: readonly DraftLine[], lines: readonly DraftLine[]): DraftLine[] {
  return lines.flatMap((line) => {
    const before = sent.find(({ key }) => key === line.key);
    if (!before) return [line];
    const [was, is] = [before, line].map(({ text, stepper }) => parseQuantity(text, stepper) ?? 0);
    const more = fromMinor(
      toMinor(is ?? 0, QUANTITY_SCALE) - toMinor(was ?? 0, QUANTITY_SCALE),
      QUANTITY_SCALE,
    );
    return more > 0 ? [{ ...line, key: newKey(), text: formatTypedNumber(more) }] : [];
  });
}

/** Adds the lines of an earlier order to the existing ones. */
export function addCartToLines(
  lines: readonly DraftLine[],
  cart: readonly (SellableItem & { readonly quantity: number; readonly extras_ids: readonly number[] })[],
): DraftLine[] {
  const added = cart.map(
    ({ quantity, extras_ids, product_id, item_id, offer_id, title, barcode, image_url, stepper }) => ({
      product_id,
      item_id,
      offer_id,
      title,
      barcode,
      image_url,
      stepper: stepper || 1,
      key: newKey(),
      text: formatTypedNumber(quantity),
      extras_ids: [...extras_ids],
    }),
  );
  return [...lines, ...added].slice(0, CART_LINES_MAX);
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
/** Parses a typed amount; null if it is invalid. */
export const parseDraftAmount = (text: string): number | null => parseTypedNumber(text, AMOUNT_SCALE).value;

/**
 * Returns the fields with unreadable amounts and the reasons, because leaving them out would silently change the
 * payment.
 */
export const findInvalidAmounts = ({ discount, pays, payments }: NewOrderDraft): Record<string, string> => {
  const amounts = pays === 'later' ? [] : payments.map(({ amount }, at) => [`payments.${at}.amount`, amount]);
  return Object.fromEntries(
    [['discount', discount], ...amounts].flatMap(([name = '', text = '']) => {
      const wrong = findTypedNumberError(text, AMOUNT_SCALE);
      return wrong === undefined ? [] : [[name, wrong]];
    }),
  );
};

/**
 * Returns the parts of a split payment without an amount, because leaving them out would silently reduce the payment.
 */
export const listPaymentsWithoutAmount = ({ pays, payments }: NewOrderDraft): string[] =>
  pays === 'later'
    ? []
    : payments.flatMap(({ amount }, at) => (parseDraftAmount(amount) ? [] : [`payments.${at}.amount`]));

const sumPayments = (payments: NewOrderDraft['payments']): number =>
  payments.reduce((sum, { amount }) => sum + (parseDraftAmount(amount) ?? 0), 0);

/**
 * Returns the parts of a split payment after one was changed: the last part gets the remaining amount, unless the user
 * typed another one. `due` is in major units of the currency, 0 while unknown.
 */
export function fillRemainingPayment(
  payments: NewOrderDraft['payments'],
  index: number,
  change: Partial<NewOrderDraft['payments'][number]>,
  due: number,
  currency: string | undefined,
): NewOrderDraft['payments'] {
  const changed = payments.map((part, at) => (at === index ? { ...part, ...change } : part));
  const [last, others] = [payments.at(-1), payments.slice(0, -1)];
  if (!last || due <= 0 || index === payments.length - 1) return changed;
  const restOf = (parts: NewOrderDraft['payments']) =>
    Math.round((due - sumPayments(parts)) * 10_000) / 10_000;
  const isOffered = last.amount.trim() === '' || parseDraftAmount(last.amount) === restOf(others);
  const rest = restOf(changed.slice(0, -1));
  return isOffered
    ? changed.with(-1, { ...last, amount: rest > 0 ? formatTypedAmount(rest, currency) : '' })
    : changed;
}

/**
 * Returns a split payment after the amount due has changed, as by a method whose cash is not rounded: the last part
 * follows while it is the offered rest, and an amount that was typed stays.
 */
export function followAmountDue(
  payments: NewOrderDraft['payments'],
  before: number,
  due: number,
  currency: string | undefined,
): NewOrderDraft['payments'] {
  const last = payments.at(-1);
  const restOf = (total: number) =>
    Math.round((total - sumPayments(payments.slice(0, -1))) * 10_000) / 10_000;
  if (!last || due <= 0 || restOf(before) <= 0 || parseDraftAmount(last.amount) !== restOf(before))
    return payments;
  const rest = restOf(due);
  return payments.with(-1, { ...last, amount: rest > 0 ? formatTypedAmount(rest, currency) : '' });
}

/** Returns the parts of a split payment that have an amount but no method. */
export const listPaymentsWithoutMethod = ({ pays, payments }: NewOrderDraft): string[] =>
  pays === 'later'
    ? []
    : payments.flatMap(({ payment_id, amount }, at) =>
        payment_id === null && amount.trim() !== '' ? [`payments.${at}.payment_id`] : [],
      );

export const hasAddress = (place: DraftAddress): boolean =>
  place.area_id !== null || place.lat !== null || [place.area_no, place.street, place.home_no].some(Boolean);

/** Returns an address in the API's format, without empty fields. */
export const toAddressInput = ({ area_id, area_no, street, home_no, lat, lng }: DraftAddress) => ({
  ...(area_id === null ? {} : { area_id }),
  ...(area_no.trim() ? { area_no: area_no.trim() } : {}),
  ...(street.trim() ? { street: street.trim() } : {}),
  ...(home_no.trim() ? { home_no: home_no.trim() } : {}),
  ...(lat === null || lng === null ? {} : { lat, lng }),
});

function toClientInput({ client, type, address_id, place }: NewOrderDraft): Partial<NewOrderInput> {
  const isDelivered = type === 'delivery';
  const where = isDelivered && address_id === null && hasAddress(place) ? toAddressInput(place) : {};
  if (client === null) return Object.keys(where).length > 0 ? { client: where } : {};
  if (client.id !== null) {
    // sellers may find a customer only by phone, so the phone is sent as proof
    const clientFields = { ...(client.phone ? { phone: client.phone } : {}), ...where };
    return {
      client_id: client.id,
      ...(isDelivered && address_id !== null ? { address_id } : {}),
      ...(Object.keys(clientFields).length > 0 ? { client: clientFields } : {}),
    };
  }
  const who = { name: textOrNull(client.name), phone: textOrNull(client.phone) };
  // the server refuses a phone without a name, so both are sent only when complete
  const isSaid = who.name !== null && who.phone !== null;
  return { client: { ...(isSaid ? who : who.name ? { name: who.name } : {}), ...where } };
}

function toPaymentsInput({ pays, payment_id, payments }: NewOrderDraft): Partial<NewOrderInput> {
  const whole = payment_id === null ? {} : { payment_id };
  if (pays === 'later') return whole;
  const paymentInputs = payments.flatMap(({ payment_id: id, amount }) => {
    const value = parseDraftAmount(amount);
    return id === null || value === null ? [] : [{ payment_id: id, amount: value }];
  });
  return paymentInputs.length > 0 ? { payments: paymentInputs, paid: 1 } : { ...whole, paid: 1 };
}

/**
 * Returns the part of a sale at a till: paid at once, in cash with the received amount if one was entered.
 * @param due the amount due
 */
export function toTillSaleInput(
  { payment_id: chosen, cash_payment_id, payments, tendered }: NewOrderDraft,
  device_id: number,
  due: number,
): Partial<NewOrderInput> {
  const payment_id = chosen ?? cash_payment_id;
  const received = payments.length > 0 || payment_id === null ? null : parseDraftAmount(tendered);
  if (received === null || payment_id === null) return { device_id };
  return { device_id, payment_id: undefined, payments: [{ payment_id, amount: due, tendered: received }] };
}

/** Returns the till whose drawer takes what a phone order is paid with at once; nothing when it is paid later. */
export const toPaidAtTillInput = ({ pays }: NewOrderDraft, drawer_id: number): Partial<NewOrderInput> =>
  pays === 'now' ? { drawer_id } : {};

type KeyedCartLine = { readonly key: string; readonly wire: NewOrderInput['cart'][number] };

/** Returns the lines that can be priced; lines with an invalid quantity are left out, and then there is no total. */
export const toCartInput = (lines: readonly DraftLine[]): KeyedCartLine[] =>
  lines.flatMap(({ key, product_id, item_id, offer_id, text, stepper, extras_ids }): KeyedCartLine[] => {
    const quantity = parseQuantity(text, stepper);
    if (quantity === null) return [];
    if (offer_id !== null) return [{ key, wire: { offer_id, quantity } }];
    if (item_id === null || product_id === null) return [];
    const extras = extras_ids.length > 0 ? { extras_ids } : {};
    return [{ key, wire: { product_id, item_id, quantity, ...extras } }];
  });

/**
 * Returns the request for a price and for placing the order.
 * @param coupon null for a code that is known to be wrong, because the server limits failed attempts
 * @returns null while there is nothing to price
 */
export function toPriceInput(draft: NewOrderDraft, coupon: string | null): NewOrderInput | null {
  const cart = toCartInput(draft.lines).map(({ wire }) => wire);
  if (cart.length === 0) return null;
  const discount = parseDraftAmount(draft.discount);
  return {
    ...toClientInput(draft),
    type: draft.type,
    ...(draft.branch_id === null ? {} : { branch_id: draft.branch_id }),
    ...(draft.keep_branch && draft.type === 'delivery' ? { keep_branch: 1 } : {}),
    cart,
    ...(coupon ? { coupon } : {}),
    ...(discount ? { discount, discount_type: draft.discount_type } : {}),
    ...(draft.type === 'delivery' && draft.delivery_id !== null ? { delivery_id: draft.delivery_id } : {}),
    ...toPaymentsInput(draft),
  };
}

/**
 * Returns the fields of an order on which no price depends.
 * @param zone of the branch, in which the requested time was entered
 */
export function toFieldsWithoutPriceEffect(draft: NewOrderDraft, zone: string): Partial<NewOrderInput> {
  const every = Number(draft.every);
  const preferred_at = parseLocalDateTime(draft.preferred, zone);
  return {
    ...(preferred_at ? { preferred_at } : {}),
    ...(textOrNull(draft.notes) ? { notes: draft.notes.trim() } : {}),
    ...(textOrNull(draft.invoice_to) ? { invoice_to: draft.invoice_to.trim() } : {}),
    ...(draft.driver_id === null ? {} : { driver_id: draft.driver_id }),
    ...(draft.seller_id === null ? {} : { seller_id: draft.seller_id }),
    ...(draft.recurring
      ? {
          recurring: 1,
          recurrence: {
            every: Number.isInteger(every) ? every : 0,
            unit: draft.unit,
            ...(draft.until ? { until: draft.until } : {}),
          },
        }
      : {}),
  };
}
