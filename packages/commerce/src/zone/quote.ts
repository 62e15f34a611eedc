import type { Point } from './lookup.ts';
import { measureDistance } from './measure.ts';

/** A place's own delivery terms; null inherits from the place above, 0 is a value. */
export type DeliveryRates = {
  readonly min_order: number | null;
  readonly delivery_charge: number | null;
  readonly delivery_minutes: number | null;
  readonly free_after_amount: number | null;
};

/** The delivery terms of a place after inheritance. */
export type DeliveryTerms = {
  readonly min_order: number;
  readonly delivery_charge: number;
  readonly delivery_minutes: number | null;
  /** 0 is never free. */
  readonly free_after_amount: number;
};

/**
 * Inherits delivery terms from the places above, nearest first (area, city, state; zone, city, state). Rule:
 * docs/rules/currencies.md#free-delivery
 * @param free_after the shop's default for free delivery, in the shop's currency; null is never
 * @returns null when no place has a charge, so that nothing is delivered there
 */
export function resolveDeliveryTerms(
  chain: readonly DeliveryRates[],
  free_after: number | null,
): DeliveryTerms | null {
  const first = (field: keyof DeliveryRates): number | null =>
    chain.find((rates) => rates[field] !== null)?.[field] ?? null;
  const delivery_charge = first('delivery_charge');
  if (delivery_charge === null) return null;
  return {
    delivery_charge,
    min_order: first('min_order') ?? 0,
    delivery_minutes: first('delivery_minutes'),
    free_after_amount: first('free_after_amount') ?? free_after ?? 0,
  };
}

/** A zone that contains the point. */
export type ZoneCandidate = {
  readonly id: number;
  readonly area_m2: number;
  /** After inheritance; null when no place has one. */
  readonly delivery_charge: number | null;
  /** Served by the selected branch, or by any branch that delivers when none is selected. */
  readonly assigned: boolean;
};

/** Why the first zone won over the second; `only` when there is one. */
export type ZoneReason = 'only' | 'assigned' | 'smaller' | 'cheaper' | 'older';

type Step = readonly [reason: ZoneReason, compare: (a: ZoneCandidate, b: ZoneCandidate) => number];

const getChargeRank = (zone: ZoneCandidate): number => zone.delivery_charge ?? Number.POSITIVE_INFINITY;
// equal infinities must compare as 0, because their difference is NaN
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Served zones first, then the smaller, the cheaper, the older one. */
const STEPS: readonly Step[] = [
  ['assigned', (a, b) => Number(b.assigned) - Number(a.assigned)],
  ['smaller', (a, b) => compareNumbers(a.area_m2, b.area_m2)],
  ['cheaper', (a, b) => compareNumbers(getChargeRank(a), getChargeRank(b))],
  ['older', (a, b) => a.id - b.id],
];

const compareCandidates = (a: ZoneCandidate, b: ZoneCandidate): number =>
  STEPS.reduce((order, [, step]) => order || step(a, b), 0);

/**
 * Ranks the zones at a point, with the reason why the first one wins.
 * @returns the zones, winner first; reason null without zones
 */
export function rankZonesWithReason<T extends ZoneCandidate>(
  zones: readonly T[],
): { readonly ranked: readonly T[]; readonly reason: ZoneReason | null } {
  const ranked = zones.toSorted(compareCandidates);
  const [first, second] = ranked;
  if (!first) return { ranked, reason: null };
  if (!second) return { ranked, reason: 'only' };
  return { ranked, reason: STEPS.find(([, step]) => step(first, second) !== 0)?.[0] ?? 'older' };
}

type Site = { readonly id: number; readonly at: Point | null };

/**
 * Finds the delivering branch of a zone: the nearest to the point, branches without coordinates last; without a point
 * or at equal distance the oldest. Null when there is none.
 */
export function findNearestBranch(branches: readonly Site[], point: Point | null): number | null {
  const away = ({ at }: Site): number =>
    at && point ? measureDistance(at, point) : point ? Number.POSITIVE_INFINITY : 0;
  const [first] = branches.toSorted((a, b) => compareNumbers(away(a), away(b)) || a.id - b.id);
  return first?.id ?? null;
}
