import { api } from '@dukkan/contract';
import { type Person, unique } from './actors.ts';
import type { TestApp } from './app.ts';
import { stocked } from './sales.ts';
import type { Shelf } from './stock.ts';

export type GermanShop = {
  readonly shelf: Shelf;
  readonly branch_id: number;
  readonly device_ids: readonly number[];
};

/** The country that signs receipts. @returns its id */
export async function makeGermany(app: TestApp): Promise<number> {
  const { prisma } = app.services.database;
  const where = { type: -2, code: 'DE', deleted_at: null };
  const known = await prisma.location.findFirst({ where, select: { id: true } });
  if (known) return known.id;
  const names = { ar: 'ألمانيا', en: 'Germany', de: 'Deutschland' };
  return (await prisma.location.create({ data: { type: -2, code: 'DE', names }, select: { id: true } })).id;
}

/** A German branch with 19 % tax and so many tills, in a shop of euros; its receipts are signed by `fiscal`. */
export async function makeGermanShop(
  app: TestApp,
  admin: Person,
  { tills = 1, fiscal = 'soft', no = `G${unique()}` } = {},
): Promise<GermanShop> {
  const { prisma } = app.services.database;
  await app.call(api.setting.save, { Currency: 'EUR' }, { token: admin.token });
  const shelf = await stocked(app, 1_000);
  const { branch_id } = shelf;
  const rows = await prisma.$queryRaw<{ id: number }[]>`
    SELECT nextval('device_id')::int AS id FROM generate_series(1, ${tills}::int)`;
  const device_ids = rows.map(({ id }) => id);
  await prisma.branch.update({
    where: { id: branch_id },
    data: {
      no,
      country_id: await makeGermany(app),
      settings: {
        timezone: 'Europe/Berlin',
        tax: { value: 19, type: 'percent' },
        tax_mode: 'inclusive',
        fiscal,
      },
      pos_devices: { create: device_ids.map((id) => ({ id, name: `Till ${id}` })) },
    },
  });
  return { shelf, branch_id, device_ids };
}

/** A German shop whose tills are all registered under a certificate. */
export async function makeSigningShop(app: TestApp, admin: Person, tills = 1): Promise<GermanShop> {
  const shop = await makeGermanShop(app, admin, { tills });
  for (const device_id of shop.device_ids) {
    const body = { branch_id: shop.branch_id, device_id };
    const { status, text } = await app.call(api.tss.create, body, { token: admin.token });
    if (status !== 200) throw new Error(text);
  }
  return shop;
}
