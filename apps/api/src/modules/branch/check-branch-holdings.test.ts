import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { makeTill } from '../../../test/tills.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = () => ({ token: admin.token });

it('a branch with stock, an open order or an open drawer is not deleted, and the refusal gives the three numbers', async () => {
  const till = await makeTill(app);
  const shelf = await stocked(app, 7, { branch_id: till.branch_id });
  expect((await selling(app, admin).make(shelf, 2)).status).toBe(200);
  await app.call(api.posSession.open, { device_id: till.device_id, start_amount: 5 }, as());
  const refused = await app.call(api.branch.remove, { id: till.branch_id }, as());
  expect(refused.status).toBe(409);
  expect(refused.failure).toMatchObject({
    code: 'branch.in_use',
    params: { count: 0, units: 7, orders: 1, drawers: 1 },
  });
  const off = await app.call(api.branch.update, { id: till.branch_id, status: 0 }, as());
  expect(off.failure).toMatchObject({ code: 'branch.in_use', params: { drawers: 1 } });
});

it('a till with an open drawer cannot be removed or disabled until the drawer is closed', async () => {
  const { branch_id, device_id } = await makeTill(app);
  await app.call(api.posSession.open, { device_id, start_amount: 0 }, as());
  const change = (pos: object[]) => app.call(api.branch.update, { id: branch_id, pos }, as());
  for (const pos of [[], [{ id: device_id, name: 'Till', status: 0 }]]) {
    const refused = await change(pos);
    expect(refused.failure).toMatchObject({ code: 'till.in_use', params: { device_id, name: 'Till' } });
  }
  expect((await change([{ id: device_id, name: 'Front' }])).status).toBe(200);
  const closed = await app.call(api.posSession.close, { device_id, end_session_amount: 0 }, as());
  expect(closed.status, closed.text).toBe(200);
  expect((await change([])).status).toBe(200);
});

it('a product or item with units in stock cannot be deleted, but the product can be disabled', async () => {
  const shelf = await stocked(app, 4);
  await selling(app, admin).make(shelf, 3);
  const id = shelf.product_id;
  const held = { code: 'product.in_use', params: { units: 4, reserved: 3 } };
  expect((await app.call(api.product.remove, { id }, as())).failure).toMatchObject(held);
  const items = [{ barcode: `N${unique()}` }];
  expect((await app.call(api.product.save, { id, items }, as())).failure).toMatchObject(held);
  expect((await app.call(api.product.save, { id, status: 0 }, as())).status).toBe(200);
});

it('a product that an earlier release deleted with stock can be restored after more than a day, an empty one cannot', async () => {
  const { prisma } = app.services.database;
  const [full, empty] = [await stocked(app, 4), await stocked(app, 0)];
  const deleted_at = new Date(app.services.now().getTime() - 5 * 86_400_000);
  for (const { product_id } of [full, empty]) {
    await prisma.product_item.updateMany({ where: { product_id }, data: { deleted_at } });
    await prisma.product.update({ where: { id: product_id }, data: { deleted_at } });
  }
  const back = (id: number) => app.call(api.product.restore, { id }, as());
  expect((await back(empty.product_id)).status).toBe(404);
  expect((await back(full.product_id)).status).toBe(200);
  const written = await app.call(api.product.show, { id: full.product_id }, as());
  expect(written.results.items).toHaveLength(1);
});

it('a driver who carries orders or cash cannot be deleted or disabled', async () => {
  const shelf = await stocked(app, 4);
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: shelf.branch_id });
  const made = await selling(app, admin).make(shelf, 1, { driver_id: driver.id });
  expect(made.status).toBe(200);
  const held = { code: 'account.in_use', params: { orders: 1, drawers: 0 } };
  expect((await app.call(api.account.remove, { id: driver.id }, as())).failure).toMatchObject(held);
  expect((await app.call(api.account.save, { id: driver.id, status: 0 }, as())).failure).toMatchObject(held);
  await selling(app, admin).move(made.results.id, 'canceled');
  expect((await app.call(api.account.remove, { id: driver.id }, as())).status).toBe(200);
});

it('the last active order status of a value cannot be deleted, disabled or given another value', async () => {
  const { prisma } = app.services.database;
  const [only] = await prisma.order_status.findMany({
    where: { status_value: 3, status: 1, deleted_at: null },
  });
  const id = only?.id ?? 0;
  const last = { code: 'order_status.last', params: { value: 3 } };
  expect((await app.call(api.orderStatus.remove, { id }, as())).failure).toMatchObject(last);
  expect((await app.call(api.orderStatus.save, { id, status: 0 }, as())).failure).toMatchObject(last);
  expect((await app.call(api.orderStatus.save, { id, status_value: 2 }, as())).failure).toMatchObject(last);
  const titles = { ar: 'أُرسل', en: 'Sent', de: 'Verschickt' };
  expect((await app.call(api.orderStatus.save, { titles, status_value: 3 }, as())).status).toBe(200);
  expect((await app.call(api.orderStatus.remove, { id }, as())).results).toEqual({ deleted: 1 });
});
