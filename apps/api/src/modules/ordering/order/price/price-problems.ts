import { fromMinor, getCurrencyScale, type PriceProblem } from '@dukkan/commerce';
import { Failure, type FailureCode } from '@dukkan/contract';
import type { QuotedOrder } from './quote-order.ts';

const FIELD_OF: Readonly<Record<string, string>> = {
  coupon: 'coupon',
  payment: 'payments',
  order: 'cart',
  discount: 'discount',
};

/** Converts a price problem to the failure to throw. */
export function toFailure(
  problem: PriceProblem,
  currency: string,
): {
  readonly code: FailureCode;
  readonly params: Record<string, number | string>;
  readonly field: string;
} {
  const scale = getCurrencyScale(currency);
  const field = FIELD_OF[problem.code.split('.')[0] ?? ''] ?? 'cart';
  const amount = (value: number | bigint | undefined): number =>
    typeof value === 'bigint' ? fromMinor(value, scale) : (value ?? 0);
  const { params } = problem;
  if (problem.code === 'order.no_delivery') return { code: 'no_delivery', params: {}, field: 'address_id' };
  if (problem.code === 'order.min_order')
    return {
      code: problem.code,
      params: { required: amount(params.required), subtotal: amount(params.subtotal), currency },
      field,
    };
  if (problem.code === 'order.min_products')
    return {
      code: problem.code,
      params: { required: amount(params.required), count: Number(params.pieces ?? 0) / 1_000 },
      field,
    };
  return { code: problem.code, params: {}, field };
}

/** Refuses an order whose price has problems, with the first one. */
export function throwFirstPriceProblem({ priced, settings }: Pick<QuotedOrder, 'priced' | 'settings'>): void {
  const [first] = priced.problems;
  if (!first) return;
  const { code, params, field } = toFailure(first, settings.Currency);
  throw new Failure(code, params, field);
}
