import { api } from '@dukkan/contract';
import { PLATES, RATES, ZONES } from '../../../../prisma/seed/demo-places.ts';
import type { Ctx } from '../core/ctx.ts';
import { replaceBranchZones, saveAddress, saveLocation } from '../modules/delivery/index.ts';

const STATE = -1;
const CITY = 1;
const AREA = 0;
const ZONE = 2;

/** Returns the ids of all places of a type by their English names. */
async function loadIdsByName(ctx: Ctx, type: number): Promise<Map<string, number>> {
  const rows = await ctx.db.location.findMany({
    where: { type, deleted_at: null },
    select: { id: true, names: true },
  });
  return new Map(rows.map(({ id, names }) => [String((names as { en?: string }).en ?? ''), id]));
}

/** Sets the delivery rates of the municipalities, and the zones with their branches, through the use-cases. */
export async function seedDeliveryRatesAndZones(
  ctx: Ctx,
  branches: readonly { id: number }[],
): Promise<void> {
  const [states, cities] = [await loadIdsByName(ctx, STATE), await loadIdsByName(ctx, CITY)];
  for (const [name, { charge, minimum, minutes, free }] of Object.entries(RATES)) {
    const rates = {
      delivery_charge: charge,
      min_order: minimum,
      delivery_minutes: minutes,
      free_after_amount: free,
    };
    await saveLocation(ctx, api.location.save.input.parse({ id: states.get(name), ...rates }));
  }
  const served = new Map<number, number[]>();
  for (const zone of ZONES) {
    const [ar, en, de = en] = zone.name;
    const { id } = await saveLocation(
      ctx,
      api.location.save.input.parse({
        type: ZONE,
        parent_id: cities.get(zone.city),
        names: { ar, en, de },
        delivery_charge: zone.charge,
        min_order: zone.minimum ?? null,
        delivery_minutes: zone.minutes ?? null,
        free_after_amount: zone.free ?? null,
        polygons: [[[...zone.corners, zone.corners[0]]]],
      }),
    );
    for (const place of zone.branches) served.set(place, [...(served.get(place) ?? []), id]);
  }
  for (const [place, ids] of served) {
    const branch = branches[place];
    if (branch) await replaceBranchZones(ctx, branch.id, ids);
  }
}

/** The number of customers who order; the others have only signed up. */
const AT_HOME = 80;

/**
 * Creates addresses for the demo customers, most with one, some with two; does nothing when there are addresses
 * already.
 */
export async function seedAddresses(ctx: Ctx): Promise<void> {
  if (await ctx.db.address.findFirst({ select: { id: true } })) return;
  const areas = await loadIdsByName(ctx, AREA);
  const customers = await ctx.db.account.findMany({
    where: { role_id: null, deleted_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: AT_HOME,
  });
  for (const [index, { id: user_id }] of customers.entries()) {
    const plates = [
      PLATES[index % PLATES.length],
      ...(index % 4 === 0 ? [PLATES[(index + 5) % PLATES.length]] : []),
    ];
    for (const plate of plates) {
      if (!plate) continue;
      // shifts each address a little, so that neighbours do not share one point on the map
      const aside = ((index * 37) % 11) / 10_000;
      const info = {
        area_no: plate.zone,
        street: plate.street,
        home_no: plate.home,
        area_id: areas.get(plate.area),
      };
      const pin = { lat: plate.lat + aside, lng: plate.lng - aside };
      await saveAddress(ctx, api.address.save.input.parse({ user_id, info, ...pin }));
    }
  }
}
