import { DAY_MS } from './day.ts';

/** Where a movement of a batch leads (decisions 3.1). */
export const MOVEMENT = { sold: 1, returned: 2, transferred: 3, counted: 4, written_off: 5 } as const;

export type RatedBatch = {
  /** Received. */
  readonly quantity: number;
  readonly remaining_quantity: number;
  /** Milliseconds since 1970. */
  readonly created_at: number;
  /** A sold movement's quantity is net of its returns (decisions section 4). */
  readonly movements: readonly {
    readonly target: number | string;
    readonly quantity: number;
    readonly created_at: number;
  }[];
};

const SIX = 1_000_000;

/**
 * How fast a batch sells: mean days a unit stood on the shelf, and units per shelf day (specification section 9,
 * decisions section 4).
 * @param now milliseconds since 1970
 * @returns weight in days with six decimals; rate with two, null where nothing can be said
 */
export function batchSalesRate(batch: RatedBatch, now: number): { weight: number; rate: number | null } {
  const { quantity, remaining_quantity, created_at, movements } = batch;
  if (!(quantity > 0)) return { weight: 0, rate: null };
  const days = (at: number): number => Math.max(0, (at - created_at) / DAY_MS);
  let weight = (days(now) * remaining_quantity) / quantity;
  for (const one of movements)
    if (Number(one.target) === MOVEMENT.sold) weight += (days(one.created_at) * one.quantity) / quantity;
  const rounded = Math.round(weight * SIX) / SIX;
  return { weight: rounded, rate: rounded === 0 ? null : round2(quantity / rounded) };
}

/** Half away from zero at two decimals; the decimal text decides, so that 14.285 is not 14.28. */
const round2 = (value: number): number => Number(`${Math.round(Number(`${value}e2`))}e-2`);

/**
 * What a pace means for what is left (decisions section 4, 'turned into advice').
 * @param pace units a day that leave the shelf; 0 where nothing sold
 * @param days_left days until the expiry, null where it never expires
 * @returns days until it is sold out (null: never at this pace), and units that will expire unsold
 */
export function forecastBatch(
  remaining: number,
  pace: number,
  days_left: number | null,
): { days: number | null; unsold: number } {
  if (remaining <= 0) return { days: 0, unsold: 0 };
  const days = pace > 0 ? remaining / pace : null;
  if (days_left === null) return { days, unsold: 0 };
  const sold = Math.floor(pace * Math.max(0, days_left) * 1_000) / 1_000;
  return { days, unsold: Math.max(0, Math.round((remaining - sold) * 1_000) / 1_000) };
}
