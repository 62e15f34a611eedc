import type { Point } from './lookup.ts';
import { measureDistance } from './measure.ts';

/** What a place says about delivery; null inherits from the place above, 0 is a value (decisions 8). */
export type Rates = {
  readonly min_order: number | null;
  readonly delivery_charge: number | null;
  readonly delivery_minutes: number | null;
  readonly free_after_amount: number | null;
};

/** What holds in a place once everything is inherited. */
export type Terms = {
  readonly min_order: number;
  readonly delivery_charge: number;
  readonly delivery_minutes: number | null;
  /** 0: never free. */
  readonly free_after_amount: number;
};

/**
 * What holds in a place, from itself and the places above it, nearest first (area, city, state; zone, city, state).
 * Rule: docs/rules/currencies.md#free-delivery
 * @param free_after what the shop says of free delivery where no place up the chain does, in the shop's currency; null
 *   is never
 * @returns null where no place up the chain names a charge: nothing is delivered there (decisions 8, step 4)
 */
export function inherit(chain: readonly Rates[], free_after: number | null): Terms | null {
  const first = (field: keyof Rates): number | null =>
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

/** A zone that covers the point asked for. */
export type Candidate = {
  readonly id: number;
  readonly area_m2: number;
  /** Inherited; null where no place names one. */
  readonly delivery_charge: number | null;
  /** Served by the chosen branch, or by any that delivers where none is chosen. */
  readonly assigned: boolean;
};

/** By what the first of several zones won over the second; `only` where there is one. */
export type ZoneReason = 'only' | 'assigned' | 'smaller' | 'cheaper' | 'older';

type Step = readonly [reason: ZoneReason, compare: (a: Candidate, b: Candidate) => number];

const charge = (zone: Candidate): number => zone.delivery_charge ?? Number.POSITIVE_INFINITY;
// two without a charge are equal: infinity less infinity is no number
const ascending = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Served first, then the smallest, the cheaper, the older (decisions 8, step 2). */
const STEPS: readonly Step[] = [
  ['assigned', (a, b) => Number(b.assigned) - Number(a.assigned)],
  ['smaller', (a, b) => ascending(a.area_m2, b.area_m2)],
  ['cheaper', (a, b) => ascending(charge(a), charge(b))],
  ['older', (a, b) => a.id - b.id],
];

const compare = (a: Candidate, b: Candidate): number =>
  STEPS.reduce((order, [, step]) => order || step(a, b), 0);

/**
 * Which of the zones around a point counts, and why (decisions 8, step 2).
 * @returns the zones with the winner first; reason null where there is none
 */
export function chooseZone<T extends Candidate>(
  zones: readonly T[],
): { readonly ranked: readonly T[]; readonly reason: ZoneReason | null } {
  const ranked = zones.toSorted(compare);
  const [first, second] = ranked;
  if (!first) return { ranked, reason: null };
  if (!second) return { ranked, reason: 'only' };
  return { ranked, reason: STEPS.find(([, step]) => step(first, second) !== 0)?.[0] ?? 'older' };
}

type Site = { readonly id: number; readonly at: Point | null };

/**
 * Which of a zone's branches delivers: the nearest to the point, one without coordinates last; without a point, or
 * among equals, the oldest. Null where there is none.
 */
export function nearestBranch(branches: readonly Site[], point: Point | null): number | null {
  const away = ({ at }: Site): number =>
    at && point ? measureDistance(at, point) : point ? Number.POSITIVE_INFINITY : 0;
  const [first] = branches.toSorted((a, b) => ascending(away(a), away(b)) || a.id - b.id);
  return first?.id ?? null;
}
