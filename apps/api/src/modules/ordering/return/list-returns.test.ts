import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { mobile, selling, stocked } from '../../../../test/sales.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const list = (input: object) => app.call(api.orderReturn.list, input, { token: admin.token });

/** One unit that came back, of an order for this customer. */
async function returned(client: { name: string; phone: string }) {
  const shelf = await stocked(app, 2);
  const { standing, giveBack } = selling(app, admin);
  const order = await standing(shelf, 2, 'delivered', { client, paid: 1 });
  const made = await giveBack(order.id, [{ item_id: shelf.item_id, quantity: 1 }]);
  expect(made.status, made.text).toBe(200);
  return { id: made.results.id, order_id: order.id };
}

test("a return is found by its number, its order, and its customer's name or phone in any digits", async () => {
  const [phone, other] = [mobile(), mobile()];
  const name = `Samira ${unique()}`;
  const own = await returned({ name, phone });
  await returned({ name: `Rashid ${unique()}`, phone: other });
  const arabic = String(own.order_id).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
  for (const keywords of [`#${own.order_id}`, arabic, phone, phone.slice(4, 11), name, name.toUpperCase()])
    expect(
      (await list({ keywords })).results.map(({ id }) => id),
      keywords,
    ).toContain(own.id);
  expect((await list({ keywords: phone })).results).toHaveLength(1);
  expect((await list({ keywords: name })).results).toHaveLength(1);
  for (const keywords of ['%', '_', 'nobody %'])
    expect((await list({ keywords })).results, keywords).toHaveLength(0);
});

test("a return can be undone until the end of the day in the shop's time zone", async () => {
  const { id } = await returned({ name: 'Nora', phone: mobile() });
  // branches without a zone of their own go by the shop's
  await app.services.database.prisma.branch.updateMany({ data: { settings: {} } });
  const actions = async () => (await list({ id })).results[0]?.actions;
  expect(await actions()).toEqual(['remove']);
  const { prisma } = app.services.database;
  // half a day round the world: one of the two has another date now than twelve hours ago
  const was = new Date(Date.now() - 12 * 3_600_000);
  await prisma.order_return.update({ where: { id }, data: { created_at: was } });
  const dayIn = (zone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
  for (const timezone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    expect((await app.call(api.setting.save, { timezone }, { token: admin.token })).status).toBe(200);
    const isToday = dayIn(timezone, was) === dayIn(timezone, new Date());
    expect(await actions(), timezone).toEqual(isToday ? ['remove'] : []);
  }
});
