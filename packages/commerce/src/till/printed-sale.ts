import type {
  PricedCart,
  PricedLine,
  PriceStep,
  PriceTotals,
  TaxGroup,
  TaxShare,
} from '../pricing/priced.ts';
import type { PriceSettings } from '../pricing/types.ts';

/** Minor units, thousandths and basis points are JSON integers on a printed sale. */
type Printed<T> = {
  readonly [K in keyof T]: bigint extends T[K] ? number | Exclude<T[K], bigint> : T[K];
};

/** A step that was applied: kind, id, amount and unit price. */
export type PrintedStep = readonly [
  kind: PriceStep['kind'],
  id: number | null,
  amount: number,
  unit: number | null,
];

/** Amounts of 0 are left out. */
type PrintedShare = Partial<Printed<Omit<TaxShare, 'net'>>>;

export type PrintedPart = PrintedShare & {
  readonly product_id: number;
  readonly item_id: number;
  readonly quantity: number;
  readonly tax_bp: number;
  readonly unit_list: number;
  readonly share: number;
  readonly gross: number;
  /** Left out where it is the gross. */
  readonly net?: number;
};

/** A line as printed. What follows from its steps, its parts and its quantity is not written. */
export type PrintedLine = PrintedShare & {
  /** Left out where it is the position of the line. */
  readonly key?: string;
  /** A product has these; a bundle has `offer_id` and `parts`. */
  readonly product_id?: number;
  readonly item_id?: number;
  readonly tax_bp?: number;
  readonly offer_id?: number;
  readonly parts?: readonly PrintedPart[];
  readonly quantity: number;
  readonly unit_base: number;
  /** Left out where it is the price before it. */
  readonly unit_list?: number;
  readonly unit_price?: number;
  readonly unit_extras?: number;
  readonly steps: readonly PrintedStep[];
};

/**
 * The priced cart as on the paper. `toPrintedSale` writes it and `fromPrintedSale` reads it, nothing else does.
 * Source: docs/rules/till-sales.md#printed
 */
export type PrintedSale = {
  readonly currency: string;
  readonly tax_mode: PriceSettings['tax_mode'];
  readonly lines: readonly PrintedLine[];
  readonly totals: Printed<PriceTotals>;
  readonly tax_groups: readonly Printed<TaxGroup>[];
  /** Left out where nothing is delivered. */
  readonly delivery?: {
    readonly amount: number;
    readonly why: PricedCart['delivery']['why'];
    readonly charge: number;
    readonly surcharge: number;
    readonly free_after: number | null;
  };
  readonly payments: readonly Printed<PricedCart['payments'][number]>[];
  readonly coupon_id: number | null;
};

/** Writes an amount as a JSON integer. RangeError where it is too large to be exact. */
function toInteger(amount: bigint): number {
  const integer = Number(amount);
  if (!Number.isSafeInteger(integer)) throw new RangeError('an amount is too large for a paper');
  return integer;
}

/** Writes all amounts of an object as JSON integers. */
const toPrinted = <T extends object>(value: T): Printed<T> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'bigint' ? toInteger(one) : one]),
  ) as Printed<T>;

/** The named amounts of an object that are not 0. */
const nonZero = <T, K extends keyof T>(of: T, names: readonly K[]): { readonly [N in K]?: number } =>
  Object.fromEntries(
    names.flatMap((name) => (of[name] === 0n ? [] : [[name, toInteger(of[name] as bigint)]])),
  ) as { readonly [N in K]?: number };

const SHARES = ['delivery', 'tax', 'delivery_tax'] as const;

const toPrintedPart = (part: PricedLine['parts'][number]): PrintedPart => {
  const { product_id, item_id, quantity, tax_bp, unit_list, share, gross, net } = part;
  return {
    ...toPrinted({ product_id, item_id, quantity, tax_bp, unit_list, share, gross }),
    ...(net === gross ? {} : { net: toInteger(net) }),
    ...nonZero(part, SHARES),
  };
};

function toPrintedLine(line: PricedLine, position: number): PrintedLine {
  const { key, kind, product_id, item_id, tax_bp, offer_id, quantity, parts, steps } = line;
  const { unit_base, unit_list, unit_price } = line;
  const goods =
    kind === 'product'
      ? {
          product_id: product_id ?? 0,
          item_id: item_id ?? 0,
          tax_bp: toInteger(tax_bp ?? 0n),
          ...(unit_list === unit_base ? {} : { unit_list: toInteger(unit_list) }),
          ...(unit_price === unit_list ? {} : { unit_price: toInteger(unit_price) }),
          ...nonZero(line, [...SHARES, 'unit_extras']),
        }
      : { offer_id: offer_id ?? 0, unit_price: toInteger(unit_price), parts: parts.map(toPrintedPart) };
  return {
    ...(key === String(position) ? {} : { key }),
    ...goods,
    ...toPrinted({ quantity, unit_base }),
    steps: steps
      .filter(({ code }) => code === 'applied')
      .map((step) => [
        step.kind,
        step.id,
        toInteger(step.amount),
        step.unit === null ? null : toInteger(step.unit),
      ]),
  };
}

/**
 * Writes a priced cart as it is printed: without the rules that did not win, and without problems and warnings.
 * RangeError for amounts beyond what JSON holds exactly.
 */
export function toPrintedSale(
  { lines, totals, tax_groups, delivery, payments, coupon_id }: PricedCart,
  { currency, tax_mode }: { readonly currency: string; readonly tax_mode: PriceSettings['tax_mode'] },
): PrintedSale {
  const { amount, why, charge, surcharge, free_after } = delivery;
  return {
    currency,
    tax_mode,
    lines: lines.map(toPrintedLine),
    totals: toPrinted(totals),
    tax_groups: tax_groups.map(toPrinted),
    ...(why === 'none' ? {} : { delivery: toPrinted({ amount, why, charge, surcharge, free_after }) }),
    payments: payments.map(toPrinted),
    coupon_id,
  };
}
