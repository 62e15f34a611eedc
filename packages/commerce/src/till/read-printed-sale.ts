import { isRecord } from '../is-record.ts';
import { CURRENCIES } from '../money/currency.ts';
import type {
  DiscountSource,
  PricedCart,
  PricedDelivery,
  PricedLine,
  PricedPart,
  PricedPayment,
  PriceStep,
  PriceTotals,
  TaxGroup,
} from '../pricing/priced.ts';
import type { PriceSettings } from '../pricing/types.ts';
import { multiplyPrice } from '../pricing/unit.ts';
import { maxBigInt } from '../stock/allocation.ts';
import { isBalanced } from './is-balanced.ts';

/** The shape is wrong; caught where the reading began. */
class MisshapenError extends Error {}

const refuse = (): never => {
  throw new MisshapenError();
};

type Json = Readonly<Record<string, unknown>>;

/** Reads the fields of an object, each once; `close` refuses it where a field was not asked for. */
function openRecord(value: unknown) {
  const record: Json = isRecord(value) ? value : refuse();
  const names = new Set<string>();
  const read = (name: string): unknown => {
    names.add(name);
    return Object.hasOwn(record, name) ? record[name] : undefined;
  };
  const integer = (name: string, otherwise?: bigint): bigint => {
    const field = read(name);
    if (field === undefined && otherwise !== undefined) return otherwise;
    return typeof field === 'number' && Number.isSafeInteger(field) ? BigInt(field) : refuse();
  };
  return {
    has: (name: string): boolean => Object.hasOwn(record, name),
    read,
    integer,
    id: (name: string): number => Number(integer(name)),
    nullableId: (name: string): number | null => (read(name) === null ? null : Number(integer(name))),
    nullable: (name: string): bigint | null => (read(name) === null ? null : integer(name)),
    list: <T>(name: string, one: (value: unknown, at: number) => T): T[] => {
      const field = read(name);
      return Array.isArray(field) ? field.map(one) : refuse();
    },
    close: (): void => {
      if (Object.keys(record).some((name) => !names.has(name))) refuse();
    },
  };
}
type Fields = ReturnType<typeof openRecord>;

/** Reads an object of nothing but integers. */
function readIntegers<K extends string>(value: unknown, names: readonly K[]): Record<K, bigint> {
  const fields = openRecord(value);
  const integers = Object.fromEntries(names.map((name) => [name, fields.integer(name)]));
  fields.close();
  return integers as Record<K, bigint>;
}

const STEPS: readonly string[] = [
  'base',
  'price_list',
  'discount',
  'multi_discount',
  'wholesale',
  'extra',
  'bundle',
  'coupon',
  'manual',
] satisfies PriceStep['kind'][];
const isStepKind = (kind: unknown): kind is PriceStep['kind'] => STEPS.some((one) => one === kind);

function readStep(value: unknown): PriceStep {
  if (!Array.isArray(value) || value.length !== 4 || !isStepKind(value[0])) return refuse();
  const fields = openRecord({ id: value[1], amount: value[2], unit: value[3] });
  return {
    kind: value[0],
    code: 'applied',
    id: fields.nullableId('id'),
    amount: fields.integer('amount'),
    unit: fields.nullable('unit'),
  };
}

const readShare = (fields: Fields) => ({
  delivery: fields.integer('delivery', 0n),
  tax: fields.integer('tax', 0n),
  delivery_tax: fields.integer('delivery_tax', 0n),
});

function readPart(value: unknown): PricedPart {
  const fields = openRecord(value);
  const gross = fields.integer('gross');
  const part: PricedPart = {
    product_id: fields.id('product_id'),
    item_id: fields.id('item_id'),
    quantity: fields.integer('quantity'),
    tax_bp: fields.integer('tax_bp'),
    unit_list: fields.integer('unit_list'),
    share: fields.integer('share'),
    gross,
    net: fields.integer('net', gross),
    ...readShare(fields),
  };
  fields.close();
  return part;
}

/** The amount that the steps of a kind took off. */
const takenBy = (steps: readonly PriceStep[], kind: PriceStep['kind']): bigint =>
  steps.reduce((all, step) => (step.kind === kind ? all - step.amount : all), 0n);

const isDiscount = (kind: PriceStep['kind']): kind is DiscountSource['kind'] =>
  kind === 'discount' || kind === 'multi_discount' || kind === 'wholesale';

function findDiscountSource(steps: readonly PriceStep[]): DiscountSource | null {
  for (const { kind, id } of steps) if (isDiscount(kind)) return { kind, id: id ?? refuse() };
  return null;
}

/** The unit prices of a product's steps: of its list, of its discount, of all extras. */
function readUnits(steps: readonly PriceStep[], unit_base: bigint) {
  const list = steps.filter(({ kind }) => kind === 'price_list');
  const discounts = steps.filter(({ kind }) => isDiscount(kind));
  if (list.length > 1 || discounts.length > 1) refuse();
  const unit_list = list[0]?.unit ?? unit_base;
  return {
    unit_list,
    unit_price: discounts[0]?.unit ?? unit_list,
    unit_extras: steps.reduce((all, { kind, unit }) => (kind === 'extra' ? all + (unit ?? 0n) : all), 0n),
    price_list_id: list[0]?.id ?? null,
  };
}

type Goods = Omit<
  PricedLine,
  'key' | 'quantity' | 'unit_base' | 'net' | 'value' | 'steps' | 'coupon' | 'manual'
>;

function readProduct(
  fields: Fields,
  steps: readonly PriceStep[],
  quantity: bigint,
  unit_base: bigint,
): Goods {
  const units = readUnits(steps, unit_base);
  const { unit_list, unit_price, unit_extras } = units;
  if (fields.integer('unit_list', unit_base) !== unit_list) refuse();
  if (fields.integer('unit_price', unit_list) !== unit_price) refuse();
  if (fields.integer('unit_extras', 0n) !== unit_extras) refuse();
  return {
    kind: 'product',
    product_id: fields.id('product_id'),
    item_id: fields.id('item_id'),
    offer_id: null,
    ...units,
    discount_source: findDiscountSource(steps),
    list: multiplyPrice(unit_list + unit_extras, quantity),
    gross: multiplyPrice(unit_price + unit_extras, quantity),
    ...readShare(fields),
    tax_bp: fields.integer('tax_bp'),
    parts: [],
  };
}

function readBundle(fields: Fields, steps: readonly PriceStep[], quantity: bigint): Goods {
  const parts = fields.list('parts', readPart);
  const unit_price = fields.integer('unit_price');
  const gross = multiplyPrice(unit_price, quantity);
  const sum = (field: 'delivery' | 'tax' | 'delivery_tax'): bigint =>
    parts.reduce((all, part) => all + part[field], 0n);
  const rate = parts[0]?.tax_bp ?? 0n;
  return {
    kind: 'bundle',
    product_id: null,
    item_id: null,
    offer_id: fields.id('offer_id'),
    unit_list: maxBigInt(steps[0]?.unit ?? 0n, unit_price),
    unit_price,
    unit_extras: 0n,
    price_list_id: null,
    discount_source: null,
    list: maxBigInt(steps[0]?.amount ?? 0n, gross),
    gross,
    delivery: sum('delivery'),
    tax: sum('tax'),
    delivery_tax: sum('delivery_tax'),
    tax_bp: parts.every(({ tax_bp }) => tax_bp === rate) ? rate : null,
    parts,
  };
}

function readLine(value: unknown, position: number, mode: PriceSettings['tax_mode']): PricedLine {
  const fields = openRecord(value);
  const key = fields.has('key') ? fields.read('key') : String(position);
  const steps = fields.list('steps', readStep);
  const quantity = fields.integer('quantity');
  const unit_base = fields.integer('unit_base');
  const goods = fields.has('offer_id')
    ? readBundle(fields, steps, quantity)
    : readProduct(fields, steps, quantity, unit_base);
  fields.close();
  const coupon = takenBy(steps, 'coupon');
  const manual = takenBy(steps, 'manual');
  const net = goods.gross - coupon - manual;
  return {
    ...goods,
    key: typeof key === 'string' ? key : refuse(),
    quantity,
    unit_base,
    coupon,
    manual,
    net,
    value: mode === 'inclusive' ? net : net + goods.tax,
    steps,
  };
}

const TOTALS = [
  ...(['total', 'discount', 'subtotal', 'coupon', 'manual', 'goods', 'delivery', 'tax'] as const),
  ...(['goods_tax', 'delivery_tax', 'exclusive_tax', 'charge', 'rounding', 'due', 'pieces'] as const),
] satisfies (keyof PriceTotals)[];
const GROUP = [
  ...(['tax_bp', 'goods', 'delivery', 'gross', 'net', 'tax', 'goods_tax', 'delivery_tax'] as const),
] satisfies (keyof TaxGroup)[];

function readPayment(value: unknown): PricedPayment {
  const { payment_id, ...amounts } = readIntegers(value, ['payment_id', 'amount', 'charge', 'fee', 'net']);
  return { payment_id: Number(payment_id), ...amounts };
}

const WHYS: readonly string[] = ['fixed', 'zone', 'free', 'method'] satisfies PricedDelivery['why'][];
const isWhy = (why: unknown): why is PricedDelivery['why'] => WHYS.some((one) => one === why);

function readDelivery(value: unknown): Omit<PricedDelivery, 'value'> {
  const fields = openRecord(value);
  const why = fields.read('why');
  const delivery = {
    amount: fields.integer('amount'),
    why: isWhy(why) ? why : refuse(),
    charge: fields.integer('charge'),
    surcharge: fields.integer('surcharge'),
    free_after: fields.nullable('free_after'),
  };
  fields.close();
  return delivery;
}

const NO_DELIVERY = { amount: 0n, why: 'none', charge: 0n, surcharge: 0n, free_after: null } as const;

function readSale(json: unknown): { readonly cart: PricedCart; readonly mode: PriceSettings['tax_mode'] } {
  const fields = openRecord(json);
  const currency = fields.read('currency');
  const mode = fields.read('tax_mode');
  if (typeof currency !== 'string' || !CURRENCIES.includes(currency)) refuse();
  if (mode !== 'inclusive' && mode !== 'exclusive') return refuse();
  const totals = readIntegers(fields.read('totals'), TOTALS);
  const delivery = fields.has('delivery') ? readDelivery(fields.read('delivery')) : NO_DELIVERY;
  const value = mode === 'exclusive' ? delivery.amount + totals.delivery_tax : delivery.amount;
  const cart: PricedCart = {
    lines: fields.list('lines', (line, at) => readLine(line, at, mode)),
    totals,
    tax_groups: fields.list('tax_groups', (group) => readIntegers(group, GROUP)),
    delivery: { ...delivery, value },
    payments: fields.list('payments', readPayment),
    coupon_id: fields.nullableId('coupon_id'),
    problems: [],
    warnings: [],
  };
  fields.close();
  return { cart, mode };
}

/**
 * Reads a printed sale, which comes from a till and may say anything.
 * @returns null where its shape or one of its sums is wrong
 */
export function fromPrintedSale(json: unknown): PricedCart | null {
  try {
    const { cart, mode } = readSale(json);
    return isBalanced(cart, mode) ? cart : null;
  } catch (error) {
    if (error instanceof MisshapenError) return null;
    throw error;
  }
}
