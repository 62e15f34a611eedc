import { DAY_MS } from '../time/day.ts';

/** The purpose of a movement of a batch. */
export const MOVEMENT = { sold: 1, returned: 2, transferred: 3, counted: 4, written_off: 5 } as const;

export type RatedBatch = {
  /** The received quantity. */
  readonly quantity: number;
  readonly remaining_quantity: number;
  /** Milliseconds since 1970. */
  readonly created_at: number;
  /** The quantity of a sold movement is net of its returns. */
  readonly movements: readonly {
    readonly target: number | string;
    readonly quantity: number;
    readonly created_at: number;
  }[];
};

const SIX = 1_000_000;

/**
 * How fast a batch sells: the mean days that a unit was in stock, and the units sold per day in stock.
 * @param now milliseconds since 1970
 * @returns weight in days with six decimals; rate with two, null when nothing was sold
 */
export function computeBatchSalesRate(
  batch: RatedBatch,
  now: number,
): { weight: number; rate: number | null } {
  const { quantity, remaining_quantity, created_at, movements } = batch;
  if (!(quantity > 0)) return { weight: 0, rate: null };
  const days = (time: number): number => Math.max(0, (time - created_at) / DAY_MS);
  let weight = (days(now) * remaining_quantity) / quantity;
  for (const movement of movements)
    if (Number(movement.target) === MOVEMENT.sold)
      weight += (days(movement.created_at) * movement.quantity) / quantity;
  const rounded = Math.round(weight * SIX) / SIX;
  return { weight: rounded, rate: rounded === 0 ? null : roundToTwoDecimals(quantity / rounded) };
}

/** Rounds half away from zero to two decimals, by the decimal text, so that 14.285 becomes 14.29. */
const roundToTwoDecimals = (value: number): number => Number(`${Math.round(Number(`${value}e2`))}e-2`);

/**
 * Forecasts a batch from its sales pace.
 * @param unitsPerDay units sold per day; 0 when nothing sold
 * @param days_left days until the expiry, null when it never expires
 * @returns days until it is sold out (null: never at this pace), and the units that will expire unsold
 */
export function forecastBatch(
  remaining: number,
  unitsPerDay: number,
  days_left: number | null,
): { days: number | null; unsold: number } {
  if (remaining <= 0) return { days: 0, unsold: 0 };
  const days = unitsPerDay > 0 ? remaining / unitsPerDay : null;
  if (days_left === null) return { days, unsold: 0 };
  const sold = Math.floor(unitsPerDay * Math.max(0, days_left) * 1_000) / 1_000;
  return { days, unsold: Math.max(0, Math.round((remaining - sold) * 1_000) / 1_000) };
}
