import { sql } from 'kysely';
import countries from '../../../../prisma/seed/countries.json' with { type: 'json' };
import { type Named, QATAR } from '../../../../prisma/seed/qatar.ts';
import { recordAudit } from '../core/audit.ts';
import type { Ctx } from '../core/ctx.ts';
import { runStatement, tables } from '../core/db/tables.ts';
import { seedTaxTypes } from '../modules/catalog/index.ts';
import { seedRoles } from '../modules/identity/index.ts';

const COUNTRY = -2;
const STATE = -1;
const CITY = 1;
const AREA = 0;

const toNames = ([ar, en, de = en]: Named) => ({ ar, en, de });

type Place = { readonly type: number; readonly parent_id: number; readonly name: Named };

/** Creates places and returns their ids, in the same order. */
async function createPlaces(ctx: Ctx, places: readonly Place[]): Promise<number[]> {
  const at = { created_at: ctx.now, updated_at: ctx.now };
  const rows = await ctx.db.location.createManyAndReturn({
    data: places.map(({ type, parent_id, name }) => ({ type, parent_id, names: toNames(name), ...at })),
    select: { id: true },
  });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function seedPlaces(ctx: Ctx): Promise<void> {
  if (await ctx.db.location.findFirst({ where: { type: COUNTRY }, select: { id: true } })) return;
  const at = { created_at: ctx.now, updated_at: ctx.now };
  await ctx.db.location.createMany({
    data: countries.map((country) => ({ type: COUNTRY, ...country, ...at })),
  });
  const qatar = await ctx.db.location.findFirstOrThrow({
    where: { type: COUNTRY, code: 'QA' },
    select: { id: true },
  });

  const states = await createPlaces(
    ctx,
    QATAR.map(({ name }) => ({ type: STATE, parent_id: qatar.id, name })),
  );
  const towns = QATAR.flatMap(({ cities }, index) =>
    cities.map((city) => ({ ...city, type: CITY, parent_id: states[index] ?? 0 })),
  );
  const cities = await createPlaces(ctx, towns);
  const areas = towns.flatMap(({ areas }, index) =>
    areas.map((name) => ({ type: AREA, parent_id: cities[index] ?? 0, name })),
  );
  await createPlaces(ctx, areas);
  await recordAudit(ctx, {
    noun: 'location',
    id: 'seed',
    action: 'seed',
    before: null,
    after: { countries: countries.length, states: states.length, cities: cities.length, areas: areas.length },
  });
}

/** Creates what every shop needs: the settings row, the built-in roles, countries, and the places and tax of Qatar. */
export async function seedReference(ctx: Ctx): Promise<void> {
  await ctx.tx(async (ctx) => {
    // several processes may start on an empty database at the same time
    await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtext('seed'))`);
    await runStatement(
      ctx,
      tables
        .insertInto('setting')
        .values({ id: 1, data: '{}' })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
    await seedRoles(ctx);
    await seedPlaces(ctx);
    await seedTaxTypes(ctx);
  });
}
