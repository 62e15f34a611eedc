import { countDecimalPlaces, getCurrencyScale } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { readSettings } from './setting.service.ts';

/**
 * Every amount fits the scale of its currency: QAR has two decimals, KWD three.
 * Rule: docs/rules/currencies.md#currencies-and-amounts
 * @param amounts field → amount; what is not given is not looked at
 * @param currency of the record that the amounts are of; without one the shop's
 * @throws request.invalid on the field
 */
export async function checkCurrencyScale(
  ctx: Ctx,
  amounts: Readonly<Record<string, number | null | undefined>>,
  currency?: string,
): Promise<void> {
  const given = Object.entries(amounts).flatMap(([field, amount]) =>
    amount == null ? [] : [[field, amount] as const],
  );
  if (given.length === 0) return;
  const max = getCurrencyScale(currency ?? (await readSettings(ctx)).settings.Currency);
  for (const [field, amount] of given)
    if (countDecimalPlaces(amount) > max) failField(field, 'decimals', { max });
}
