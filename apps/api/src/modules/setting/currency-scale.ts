import { countDecimalPlaces, getCurrencyScale } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { readSettings } from './setting.service.ts';

/**
 * Checks that every amount has no more decimals than its currency: two in QAR, three in KWD.
 * Rule: docs/rules/currencies.md#currencies-and-amounts
 * @param amounts amount by field; absent ones are not checked
 * @param currency of the record with the amounts; the shop's by default
 * @throws request.invalid on the field
 */
export async function checkCurrencyScale(
  ctx: Ctx,
  amounts: Readonly<Record<string, number | null | undefined>>,
  currency?: string,
): Promise<void> {
  const amountEntries = Object.entries(amounts).flatMap(([field, amount]) =>
    amount == null ? [] : [[field, amount] as const],
  );
  if (amountEntries.length === 0) return;
  const max = getCurrencyScale(currency ?? (await readSettings(ctx)).settings.Currency);
  for (const [field, amount] of amountEntries)
    if (countDecimalPlaces(amount) > max) failField(field, 'decimals', { max });
}
