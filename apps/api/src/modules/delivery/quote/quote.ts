import {
  findNearestBranch,
  rankZonesWithReason,
  resolveText,
  type ZoneCandidate,
  type ZoneReason,
} from '@dukkan/commerce';
import { type api, fail, type Locale, type Quote } from '@dukkan/contract';
import type * as z from 'zod';
import { hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import {
  type DeliveryLocation,
  type DeliverySnapshot,
  listServingBranches,
  type QuoteRequest,
  readDeliverySnapshot,
  resolveLocationCharge,
  resolveLocationTerms,
} from './delivery-snapshot.ts';
import { findZoneOfOtherBranches, isAreaInConflictWithPin } from './zone-elsewhere.ts';

type Input = z.output<typeof api.location.quote.input>;
type Answer = z.output<typeof api.location.quote.output>;

export type { Quote };

type Ranked = ZoneCandidate & { readonly zone: DeliveryLocation };

export type QuoteResult = {
  readonly quote: Quote | null;
  /** Zones that contain the point, the selected one first. */
  readonly ranked: readonly Ranked[];
  readonly reason: ZoneReason | 'area' | null;
};

/** True when the selected branch serves a place, or any delivering branch when none is selected. */
function isServed(known: DeliverySnapshot, id: number, branch_id: number | null): boolean {
  if (branch_id === null) return listServingBranches(known, id).length > 0;
  return known.servedBy.get(id)?.includes(branch_id) ?? false;
}

/** True when only closed or non-delivering branches serve a place, so that nobody delivers there. */
function isAbandoned(known: DeliverySnapshot, id: number, branch_id: number | null | undefined): boolean {
  if (branch_id != null) return false;
  return known.servedBy.has(id) && listServingBranches(known, id).length === 0;
}

function buildQuote(
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

/** Computes the delivery quote of a place and the ranking of its zones, from the snapshot alone. */
export function computeQuote(snapshot: DeliverySnapshot, request: QuoteRequest, locale: Locale): QuoteResult {
  const around = (request.point ? snapshot.around(request.point) : []).filter(
    ({ id }) => !isAbandoned(snapshot, id, request.branch_id),
  );
  const { ranked, reason } = rankZonesWithReason(
    around.map((zone) => ({
      id: zone.id,
      area_m2: zone.shape.area_m2,
      delivery_charge: resolveLocationCharge(snapshot, zone),
      assigned: isServed(snapshot, zone.id, request.branch_id ?? null),
      zone,
    })),
  );
  const [winner] = ranked;
  if (winner) return { quote: buildQuote(snapshot, winner.zone, request, locale), ranked, reason };
  const area = request.area_id ? snapshot.places.get(request.area_id) : undefined;
  // an area id can only be an active area or city; zones are found by their drawing
  if (area?.status !== 1 || (area.type !== 0 && area.type !== 1))
    return { quote: null, ranked, reason: null };
  if (isAbandoned(snapshot, area.id, request.branch_id)) return { quote: null, ranked, reason: null };
  return { quote: buildQuote(snapshot, area, request, locale), ranked, reason: 'area' };
}

/**
 * Lists the quotes of active places that a branch delivers to: those assigned to it, and those assigned to no branch.
 */
export function listBranchQuotes(snapshot: DeliverySnapshot, branch_id: number, locale: Locale): Quote[] {
  if (!snapshot.branches.get(branch_id)?.delivers) return [];
  const places = [...snapshot.places.values()].filter(
    ({ id, type, status }) =>
      type >= 0 && status === 1 && (snapshot.servedBy.get(id)?.includes(branch_id) ?? true),
  );
  return places.flatMap((place) => buildQuote(snapshot, place, { branch_id }, locale) ?? []);
}

function checkBranch(known: DeliverySnapshot, branch_id: number | null | undefined): void {
  if (branch_id && !known.branches.has(branch_id))
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
}

/**
 * Returns the quote for a point, or for an area when no zone contains the point: branches and charge.
 * Reads the zones in the caller's transaction.
 * @param snapshot the delivery snapshot, if it has been read
 * @throws no_delivery; reference.missing for a missing or closed branch
 */
export async function requireQuote(
  ctx: Ctx,
  request: QuoteRequest,
  snapshot?: DeliverySnapshot,
): Promise<Quote> {
  const zones = snapshot ?? (await readDeliverySnapshot(ctx));
  checkBranch(zones, request.branch_id);
  return computeQuote(zones, request, ctx.locale).quote ?? fail('no_delivery');
}

function toQuoteAnswer({ quote, ranked, reason }: QuoteResult, locale: Locale): Answer {
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

/** True for callers who create orders: a seller may not read zones but chooses the branch of an order. */
const mayMakeOrders = ({ actor }: Ctx): boolean =>
  actor.kind === 'account' && !actor.must_change_password && hasPermission(actor.permissions, MAKES_ORDERS);

/**
 * Returns the quote of a point or area, for staff with the ranking of its zones; for staff also of up to 1,000 points,
 * null where there is no delivery.
 * @throws no_delivery, reference.missing; permission.denied when the public requests several points
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
    const answer = toQuoteAnswer(found, ctx.locale);
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
