import {
  findNearestBranch,
  type Point,
  rankZonesWithReason,
  resolveText,
  type ZoneCandidate,
  type ZoneReason,
} from '@dukkan/commerce';
import { type api, fail, type Locale, type Quote } from '@dukkan/contract';
import type * as z from 'zod';
import { hasPermission } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import {
  type DeliveryLocation,
  type DeliverySnapshot,
  listServingBranches,
  readDeliverySnapshot,
  resolveLocationCharge,
  resolveLocationTerms,
} from './delivery-snapshot.ts';
import { findZoneOfOtherBranches, isAreaInConflictWithPin } from './elsewhere.ts';

type Input = z.output<typeof api.location.quote.input>;
type Answer = z.output<typeof api.location.quote.output>;

/** Where to, and from which branch where one is chosen. */
export type QuoteRequest = {
  readonly point?: Point | null | undefined;
  readonly area_id?: number | null | undefined;
  readonly branch_id?: number | null | undefined;
};

export type { Quote };

type Ranked = ZoneCandidate & { readonly zone: DeliveryLocation };

export type QuoteResult = {
  readonly quote: Quote | null;
  /** Zones around the point, the winner first. */
  readonly ranked: readonly Ranked[];
  readonly reason: ZoneReason | 'area' | null;
};

/** Whether a place is served by the chosen branch, or by any that delivers where none is chosen. */
function isServed(known: DeliverySnapshot, id: number, branch_id: number | null): boolean {
  if (branch_id === null) return listServingBranches(known, id).length > 0;
  return known.servedBy.get(id)?.includes(branch_id) ?? false;
}

/** Whether only branches that are closed or sell nothing serve a place: then it is delivered to by nobody. */
function isAbandoned(known: DeliverySnapshot, id: number, branch_id: number | null | undefined): boolean {
  if (branch_id != null) return false;
  return known.servedBy.has(id) && listServingBranches(known, id).length === 0;
}

function quoteOf(
  known: DeliverySnapshot,
  place: DeliveryLocation,
  ask: QuoteRequest,
  locale: Locale,
): Quote | null {
  const terms = resolveLocationTerms(known, place);
  if (!terms) return null;
  const isZone = place.type === 2;
  return {
    zone_id: isZone ? place.id : null,
    area_id: isZone ? null : place.id,
    branch_id: ask.branch_id ?? findNearestBranch(listServingBranches(known, place.id), ask.point ?? null),
    name: resolveText(place.names, locale),
    names: place.names,
    ...terms,
  };
}

/** What is delivered to a place, and which zones were weighed (decisions 8). Reads nothing. */
export function computeQuote(known: DeliverySnapshot, ask: QuoteRequest, locale: Locale): QuoteResult {
  const around = (ask.point ? known.around(ask.point) : []).filter(
    ({ id }) => !isAbandoned(known, id, ask.branch_id),
  );
  const { ranked, reason } = rankZonesWithReason(
    around.map((zone) => ({
      id: zone.id,
      area_m2: zone.shape.area_m2,
      delivery_charge: resolveLocationCharge(known, zone),
      assigned: isServed(known, zone.id, ask.branch_id ?? null),
      zone,
    })),
  );
  const [winner] = ranked;
  if (winner) return { quote: quoteOf(known, winner.zone, ask, locale), ranked, reason };
  const area = ask.area_id ? known.places.get(ask.area_id) : undefined;
  // only an active area or city is delivered to; a zone is where its drawing is
  if (area?.status !== 1 || (area.type !== 0 && area.type !== 1))
    return { quote: null, ranked, reason: null };
  if (isAbandoned(known, area.id, ask.branch_id)) return { quote: null, ranked, reason: null };
  return { quote: quoteOf(known, area, ask, locale), ranked, reason: 'area' };
}

/** The active places that a branch delivers to: those that it serves, and those that no branch is named for. */
export function listBranchQuotes(known: DeliverySnapshot, branch_id: number, locale: Locale): Quote[] {
  if (!known.branches.get(branch_id)?.delivers) return [];
  const places = [...known.places.values()].filter(
    ({ id, type, status }) =>
      type >= 0 && status === 1 && (known.servedBy.get(id)?.includes(branch_id) ?? true),
  );
  return places.flatMap((place) => quoteOf(known, place, { branch_id }, locale) ?? []);
}

function checkBranch(known: DeliverySnapshot, branch_id: number | null | undefined): void {
  if (branch_id && !known.branches.has(branch_id))
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
}

/**
 * What is delivered to a point, or to an area where no zone covers it, by whom and for how much (decisions 8). Reads
 * the zones as the caller's transaction sees them.
 * @param known the zones, where they have been read
 * @throws no_delivery; reference.missing for a branch that is not there or closed
 */
export async function requireQuote(ctx: Ctx, ask: QuoteRequest, known?: DeliverySnapshot): Promise<Quote> {
  const zones = known ?? (await readDeliverySnapshot(ctx));
  checkBranch(zones, ask.branch_id);
  return computeQuote(zones, ask, ctx.locale).quote ?? fail('no_delivery');
}

function explained({ quote, ranked, reason }: QuoteResult, locale: Locale): Answer {
  if (!quote) return fail('no_delivery');
  return {
    ...quote,
    ...(reason ? { reason } : {}),
    zones: ranked.map(({ id, area_m2, delivery_charge, assigned, zone }) => ({
      id,
      name: resolveText(zone.names, locale),
      area_m2,
      delivery_charge,
      assigned,
    })),
  };
}

const MAKES_ORDERS = { resource: ['orders', 'seller'], action: 'save' } as const;

/** A seller has no right to the zones and still decides which branch an order is of. */
const mayMakeOrders = ({ actor }: Ctx): boolean =>
  actor.kind === 'account' && !actor.must_change_password && hasPermission(actor.permissions, MAKES_ORDERS);

/**
 * The quote of one point or area, with the zones that were weighed for staff; of up to 1,000 points for staff, null where
 * nothing is delivered.
 * @throws no_delivery, reference.missing; permission.denied where anyone asks several points
 */
export async function getDeliveryQuote(ctx: Ctx, input: Input): Promise<Answer> {
  const { point, points, area_id, branch_id } = input;
  if (points && ctx.reach !== 'full') fail('permission.denied');
  if (points && point) failField('points', 'invalid');
  if (!point && !points && !area_id) failField('point', 'required');
  const known = await readDeliverySnapshot(ctx);
  checkBranch(known, branch_id);
  if (!points) {
    const found = computeQuote(known, { point, area_id, branch_id }, ctx.locale);
    const answer = explained(found, ctx.locale);
    if (ctx.reach !== 'full' && !mayMakeOrders(ctx)) return answer;
    const elsewhere = await findZoneOfOtherBranches(ctx, known, found.quote, branch_id ?? null);
    return {
      ...answer,
      elsewhere,
      area_differs: isAreaInConflictWithPin(known, { point, area_id }, found.quote),
    };
  }
  return {
    quotes: points.map((one) => computeQuote(known, { point: one, area_id, branch_id }, ctx.locale).quote),
  };
}
