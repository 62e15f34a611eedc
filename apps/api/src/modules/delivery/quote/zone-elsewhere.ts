import { resolveText } from '@dukkan/commerce';
import type { Quote, ZoneElsewhere } from '@dukkan/contract';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import {
  type DeliverySnapshot,
  listServingBranches,
  listWithAncestors,
  type QuoteRequest,
  resolveLocationTerms,
} from './delivery-snapshot.ts';

/** True when the caller may create orders in this branch. */
export function canOrderInBranch(ctx: Ctx, branch_id: number): boolean {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' || scope.includes(branch_id);
}

/**
 * Returns the branches that serve the zone of an address when the order's branch does not. Null when there is nothing
 * to decide: no zone, a zone that nobody serves, or one that the branch serves.
 * Rule: docs/rules/phone-orders.md#pin-in-another-branch
 */
export async function findZoneOfOtherBranches(
  ctx: Ctx,
  zones: DeliverySnapshot,
  quote: Quote | null,
  branch_id: number | null,
): Promise<ZoneElsewhere | null> {
  if (!quote || quote.zone_id === null || branch_id === null) return null;
  const sites = listServingBranches(zones, quote.zone_id);
  if (sites.length === 0 || sites.some(({ id }) => id === branch_id)) return null;
  const ids = sites.map(({ id }) => id);
  const rows = await fetchRows(
    ctx,
    tables.selectFrom('branch').select(['id', 'names']).where('id', 'in', ids).orderBy('id'),
  );
  return {
    zone_id: quote.zone_id,
    zone_name: quote.name,
    branches: rows.map(({ id, names }) => ({
      id,
      name: resolveText(toTexts(names), ctx.locale),
      may_choose: canOrderInBranch(ctx, id),
    })),
    may_keep: zones.branches.get(branch_id)?.delivers ?? false,
  };
}

/**
 * True when the area given with a pin contradicts the pin's zone: another city, other delivery terms, or other
 * branches.
 * Rule: docs/rules/phone-orders.md#area-and-pin
 */
export function isAreaInConflictWithPin(
  zones: DeliverySnapshot,
  { point, area_id }: QuoteRequest,
  quote: Quote | null,
): boolean {
  if (!point || !area_id || !quote || quote.zone_id === null) return false;
  const area = zones.places.get(area_id);
  const zone = zones.places.get(quote.zone_id);
  if (!area || !zone) return false;
  const cityOf = (id: number) => listWithAncestors(zones, id).find(({ type }) => type === 1)?.id ?? null;
  const [areaCity, zoneCity] = [cityOf(area.id), cityOf(zone.id)];
  if (areaCity !== null && zoneCity !== null && areaCity !== zoneCity) return true;
  const [areaTerms, zoneTerms] = [resolveLocationTerms(zones, area), resolveLocationTerms(zones, zone)];
  if (!areaTerms || JSON.stringify(areaTerms) !== JSON.stringify(zoneTerms)) return true;
  const areaBranches = listServingBranches(zones, area.id).map(({ id }) => id);
  const zoneBranches = listServingBranches(zones, zone.id).map(({ id }) => id);
  return areaBranches.length > 0 && !areaBranches.some((id) => zoneBranches.includes(id));
}
