import {
  getCurrencyScale,
  type PriceContext,
  type PriceSettings,
  type Slot,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { DEFAULTS, type Settings } from '../../setting/index.ts';

/** A branch's own price settings; the others are the shop's. */
export type BranchPriceSettings = {
  readonly tax_mode?: 'inclusive' | 'exclusive' | null | undefined;
  /** Percent. */
  readonly tax?: { readonly value: number } | undefined;
};

/** Converts the settings for `price`, in minor units of the shop's currency; the branch's own settings win. */
export function toPriceSettings(settings: Settings, branch: BranchPriceSettings): PriceSettings {
  const scale = getCurrencyScale(settings.Currency);
  const minor = (amount: number): bigint => toMinorRounded(amount, scale);
  const { fixed_custom_shipping_price: fixed, free_after_amount: free } = settings;
  return {
    tax_mode: branch.tax_mode ?? settings.tax_mode,
    tax_bp: toMinor(branch.tax?.value ?? 0, 2),
    minimum_order: minor(settings.minimum_order ?? 0),
    minimum_products: settings.minimum_products ?? 0,
    fixed_custom_shipping_price: fixed === null ? null : minor(fixed),
    free_after_amount: free === null ? null : minor(free),
    cash_rounding: BigInt(settings.cash_rounding),
  };
}

/** Returns the minutes since midnight of a time HH:MM. */
export const parseMinuteOfDay = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the parts of the day as minutes: 11:00 to 15:00 is [660, 900). */
export function getSlotMinutes({ discount_slots }: Pick<Settings, 'discount_slots'>): PriceContext['slots'] {
  const span = (slot: Slot) => {
    const [from, to] = discount_slots[slot];
    return [parseMinuteOfDay(from), parseMinuteOfDay(to)] as const;
  };
  return { midday: span('midday'), afternoon: span('afternoon'), evening: span('evening') };
}

/** SQL for the current date in the shop's time zone. */
export const shopDaySql = ({ now }: Pick<Ctx, 'now'>): RawBuilder<string> =>
  sql`(${now}::timestamptz AT TIME ZONE coalesce((SELECT data->>'timezone' FROM setting WHERE id = 1), ${DEFAULTS.timezone}))::date`;
