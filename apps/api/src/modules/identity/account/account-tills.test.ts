import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeTill } from '../../../../test/tills.ts';

const ABSENT = 2_000_000_000;

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const save = (input: object, { token } = admin) => app.call(api.account.save, input, { token });
const newcomer = () => ({ name: 'New', email: `new${unique()}@example.test` });

/** What an account names, as it is stored. */
const tillsOf = async (id: number) =>
  (await app.services.database.prisma.account.findUniqueOrThrow({ where: { id } })).pos;

test('the tills of an account must exist and are stored once each', async () => {
  const [one, two] = [await makeTill(app), await makeTill(app)];
  const pos = [two.device_id, one.device_id, two.device_id];
  const made = await save({ ...newcomer(), pos });
  expect(made.results.pos, made.text).toEqual([two.device_id, one.device_id]);
  const { id } = made.results;
  const refused = await save({ id, pos: [one.device_id, ABSENT] });
  expect(refused).toMatchObject({ status: 422, failure: { code: 'reference.missing' } });
  expect(refused.failure.errors).toHaveProperty('pos');
  expect((await save({ ...newcomer(), pos: [ABSENT] })).failure.errors).toHaveProperty('pos');
  expect(await tillsOf(id)).toEqual([two.device_id, one.device_id]);
});

test('a till of a deleted or foreign branch is refused like one that does not exist', async () => {
  const [mine, theirs, gone] = [await makeTill(app), await makeTill(app), await makeTill(app)];
  await app.services.database.prisma.branch.update({
    where: { id: gone.branch_id },
    data: { deleted_at: new Date() },
  });
  const manager = await makePerson(app, { permissions: ['users', 'orders'], manages: [mine.branch_id] });
  const seller = await makePerson(app, { permissions: ['orders'], branch_id: mine.branch_id });
  const ask = async (till: number) => {
    const { status, text } = await save({ id: seller.id, pos: [till] }, manager);
    return `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`;
  };
  const absent = await ask(ABSENT);
  expect(absent).toContain('reference.missing');
  expect(await ask(theirs.device_id)).toBe(absent);
  expect(await ask(gone.device_id)).toBe(absent);
  expect(await tillsOf(seller.id)).toEqual([]);
  expect(await ask(mine.device_id)).toMatch(/^200/);
});

test('a till that was removed later can be sent back unchanged with the account', async () => {
  const { branch_id, device_id } = await makeTill(app);
  const { id } = (await save({ ...newcomer(), pos: [device_id] })).results;
  await app.call(api.branch.update, { id: branch_id, pos: [] }, { token: admin.token });
  const again = await save({ id, name: 'Renamed', pos: [device_id] });
  expect(again.results, again.text).toMatchObject({ name: 'Renamed', pos: [device_id] });
});
