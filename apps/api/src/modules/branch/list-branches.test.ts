import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { statementsOf } from '../../../test/statements.ts';
import { list } from './list-branches.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const at = (branch?: { id: number }) => ({
  token: admin.token,
  ...(branch ? { headers: { 'branch-id': String(branch.id) } } : {}),
});
const titled = (mark: string) => ({ ar: `طريقة ${mark}`, en: mark, de: `Art ${mark}` });
const rowOf = async (branch: { id: number }, more: object, who: Person = admin) =>
  (await app.call(api.branch.list, { id: branch.id, ...more }, { token: who.token })).results[0];

/** One method of each kind that every branch starts with. */
async function makeMethods() {
  const [pay, bring] = [`p${unique()}`, `d${unique()}`];
  const payment = await app.call(
    api.paymentMethod.create,
    { code: pay, titles: titled(pay), type: 'card' },
    at(),
  );
  const delivery = await app.call(api.deliveryMethod.create, { code: bring, titles: titled(bring) }, at());
  return { payment: payment.results, delivery: delivery.results };
}

test('a list of branches includes the methods of each branch when they are requested, as the method lists show them', async () => {
  const { payment, delivery } = await makeMethods();
  const [full, bare] = [await makeBranch(app), await makeBranch(app)];
  await app.call(api.paymentMethod.assign, { ids: [] }, at(bare));
  await app.call(api.deliveryMethod.assign, { ids: [] }, at(bare));

  const methods = (await rowOf(full, { load: 'pos, methods', locale: 'de' }))?.methods;
  const own = async (of: typeof api.paymentMethod.ofBranch | typeof api.deliveryMethod.ofBranch) =>
    (await app.call(of, { locale: 'de' }, at(full))).results.map(({ assigned: _, ...row }) => row);
  expect(methods?.payments).toEqual(await own(api.paymentMethod.ofBranch));
  expect(methods?.deliveries).toEqual(await own(api.deliveryMethod.ofBranch));
  expect(methods?.payments).toContainEqual(
    expect.objectContaining({
      id: payment.id,
      title: `Art ${payment.code}`,
      type: 'card',
      master: 1,
      status: 1,
    }),
  );
  expect(methods?.deliveries).toContainEqual(
    expect.objectContaining({ id: delivery.id, title: `Art ${delivery.code}`, inhouse: 1, image_url: null }),
  );
  expect((await rowOf(bare, { load: 'methods' }))?.methods).toEqual({ payments: [], deliveries: [] });

  const spoken = (await rowOf(full, { load: 'methods', all_locale: true }))?.methods;
  expect(spoken?.payments.find(({ id }) => id === payment.id)?.titles).toEqual(titled(payment.code));

  await app.call(api.paymentMethod.update, { id: payment.id, status: 0 }, at());
  await app.call(api.deliveryMethod.remove, { id: delivery.id }, at());
  const left = (await rowOf(full, { load: 'methods' }))?.methods;
  expect(left?.payments.map(({ id }) => id)).not.toContain(payment.id);
  expect(left?.deliveries.map(({ id }) => id)).not.toContain(delivery.id);
});

test('a list of branches includes the extra data named in `load`, whatever other fields are requested', async () => {
  const branch = await makeBranch(app);
  const readShown = async (load: string | null, who?: Person) => {
    const row = await rowOf(branch, { load }, who);
    return Object.keys(row ?? {}).filter((part) => ['pos', 'album', 'methods'].includes(part));
  };
  expect(await readShown(null)).toEqual([]);
  expect(await readShown('album')).toEqual(['album']);
  expect((await rowOf(branch, { load: 'album' }))?.album).toEqual([]);
  expect(await readShown('methods pos')).toEqual(['pos', 'methods']);
  expect(await readShown('pos,album, methods,staff')).toEqual(['pos', 'album', 'methods']);
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: branch.id });
  expect(await readShown('pos,album,methods', seller)).toEqual([]);
});

test('a list of branches takes at most three statements for any number of branches, managers and methods', async () => {
  await makeMethods();
  for (let more = 0; more < 5; more += 1) {
    const { id } = await makeBranch(app);
    await makePerson(app, { permissions: ['branchs'], manages: [id] });
  }
  for (const sort_by of ['id', 'name'] as const)
    for (const keywords of ['', 'Branch 4400'])
      for (const load of ['', 'pos,album,methods']) {
        const input = { page: 1, limit: 100, sort_by, sort_as: 'asc', keywords, load } as const;
        expect(await statementsOf(app, (ctx) => list(ctx, input))).toBeLessThanOrEqual(3);
      }
});
