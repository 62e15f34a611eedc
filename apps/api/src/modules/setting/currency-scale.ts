import { currencyScale, decimalPlaces } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/fail-field.ts';
import { readSettings } from './setting.service.ts';

/**
 * Every amount fits the scale of the shop's currency: QAR has two decimals, KWD three (decisions 0.2).
 * @param amounts field → amount; what is not given is not looked at
 * @throws request.invalid on the field
 */
export async function checkCurrencyScale(
  ctx: Ctx,
  amounts: Readonly<Record<string, number | null | undefined>>,
): Promise<void> {
  const given = Object.entries(amounts).flatMap(([field, amount]) =>
    amount == null ? [] : [[field, amount] as const],
  );
  if (given.length === 0) return;
  const max = currencyScale((await readSettings(ctx)).settings.Currency);
  for (const [field, amount] of given) if (decimalPlaces(amount) > max) invalid(field, 'decimals', { max });
}
