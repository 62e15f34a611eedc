import { type DenominationCount, fromMinor, listDenominations, sumDenominations } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { failField } from '../../core/fail-field.ts';
import { checkCurrencyScale } from '../setting/index.ts';
import { SCALE } from './driver-cash.ts';

// Rule: docs/rules/tills.md#counting

type CountInput = {
  readonly amount?: number | undefined;
  readonly denominations?: readonly DenominationCount[] | null | undefined;
};

export type CountedCash = {
  readonly amount: number;
  /** Null when only a total was counted. */
  readonly denominations: readonly DenominationCount[] | null;
};

/** Checks that the denominations exist in the currency and that each is given once. */
function checkDenominations(denominations: readonly DenominationCount[], currency: string): void {
  const allowed = listDenominations(currency);
  denominations.forEach(({ value }, at) => {
    const field = `denominations.${at}.value`;
    if (!allowed.includes(value)) failField(field, 'one_of', { values: allowed.join(', ') });
    if (denominations.findIndex((one) => one.value === value) !== at) failField(field, 'distinct');
  });
}

/**
 * Parses a cash count: either a total, or notes and coins that add up to it, in the drawer's currency.
 * @param field the input field of the total, named in errors
 * @throws request.invalid on the total or on denominations
 */
export async function parseCashCount(
  ctx: Ctx,
  { amount, denominations }: CountInput,
  currency: string,
  field: string,
): Promise<CountedCash> {
  await checkCurrencyScale(ctx, { [field]: amount }, currency);
  if (!denominations)
    return amount === undefined ? failField(field, 'required') : { amount, denominations: null };
  checkDenominations(denominations, currency);
  const sum = fromMinor(sumDenominations(denominations, SCALE), SCALE);
  if (amount !== undefined && amount !== sum) failField(field, 'invalid');
  return { amount: sum, denominations: denominations.filter(({ count }) => count > 0) };
}

/** Converts counted notes and coins to their JSON column. */
export const toDenominationsJson = (denominations: CountedCash['denominations']) =>
  denominations === null ? Prisma.DbNull : denominations.map(({ value, count }) => ({ value, count }));
