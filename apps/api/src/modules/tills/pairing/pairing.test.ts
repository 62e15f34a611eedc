import { api, PAIRING_CODE_LENGTH } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { newTillKey, pairTill } from '../../../../test/paired-tills.ts';
import { makeTill } from '../../../../test/tills.ts';

let app: TestApp;
let at = new Date('2026-11-20T09:00:00Z');
let till: { branch_id: number; device_id: number };
let manager: Person;
let seller: Person;
beforeAll(async () => {
  app = await startApp({ now: () => at, env: { TRUST_PROXY: '127.0.0.1' } });
  till = await makeTill(app);
  manager = await makePerson(app, { permissions: ['branchs', 'sessions'], branch_id: till.branch_id });
  seller = await makePerson(app, { permissions: ['seller'], branch_id: till.branch_id });
});
afterAll(() => app.stop());

const issue = async () => {
  const { results } = await app.call(
    api.tillPairing.code,
    { device_id: till.device_id },
    { token: manager.token },
  );
  return results.code;
};
const pair = (code: string, more: object = {}, address = '10.0.0.1') =>
  app.call(
    api.tillPairing.pair,
    { code, public_key: newTillKey().public_key, ...more },
    { headers: { 'x-forwarded-for': address } },
  );
const shown = async () => {
  const { results } = await app.call(api.posDevice.list, { id: till.device_id }, { token: manager.token });
  return results[0];
};

it('a code of eight letters pairs one browser, however it is typed', async () => {
  const code = await issue();
  expect(code).toMatch(new RegExp(`^[A-Z]{${PAIRING_CODE_LENGTH}}$`));
  const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
  const paired = await pair(typed, { app_version: '1.2' });
  expect(paired.results).toMatchObject({
    device: { id: till.device_id, branch_id: till.branch_id },
    epoch: 1,
    epoch_letters: 'A',
    next_no: 1,
  });
  expect(await shown()).toMatchObject({
    paired_at: at.toISOString(),
    epoch_letters: 'A',
    app_version: '1.2',
    waiting: 0,
    next_no: 1,
  });
  expect((await pair(code)).failure.code).toBe('till.code_wrong');
});

it('of twenty browsers with one code at the same moment one is paired', async () => {
  const code = await issue();
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => pair(code, {}, `10.0.3.${n}`)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('a code is dead after ten minutes', async () => {
  const code = await issue();
  at = new Date(at.getTime() + 10 * 60_000 + 1);
  expect((await pair(code, {}, '10.0.4.1')).failure.code).toBe('till.code_wrong');
});

it('a code is dead after ten wrong tries from anywhere, and an address is limited', async () => {
  const code = await issue();
  const wrong = code.slice(0, 3) + code.slice(3).replace(/./g, (letter) => (letter === 'Z' ? 'A' : 'Z'));
  for (let n = 0; n < 10; n += 1)
    expect((await pair(wrong, {}, `10.0.1.${n}`)).failure.code).toBe('till.code_wrong');
  expect((await pair(code, {}, '10.0.1.20')).failure.code).toBe('till.code_wrong');
  for (let n = 0; n < 10; n += 1)
    expect((await pair(wrong, {}, '10.0.2.1')).failure.code).toBe('till.code_wrong');
  expect((await pair(await issue(), {}, '10.0.2.1')).failure.code).toBe('auth.limited');
});

it('a key that is none is refused without a try', async () => {
  expect((await pair('ABCDEFGH', { public_key: 'short' })).status).toBe(422);
});

it('a seller issues no code, nor does a manager of another branch', async () => {
  const other = await makeTill(app);
  const stranger = await makePerson(app, { permissions: ['branchs'], branch_id: other.branch_id });
  const ask = ({ token }: Person) => app.call(api.tillPairing.code, { device_id: till.device_id }, { token });
  expect((await ask(seller)).status).toBe(403);
  expect((await ask(stranger)).status).toBe(404);
});

it('pairing again begins new letters, and says what is missing of the old ones', async () => {
  at = new Date(at.getTime() + 3_600_000);
  const before = (await pairTill(app, manager, till.device_id)).epoch;
  const letters = String.fromCharCode(64 + before);
  const last_printed_no = `${till.branch_id}-${till.device_id}${letters}-000003`;
  const again = await pairTill(app, manager, till.device_id, { last_printed_no });
  expect(again.epoch).toBe(before + 1);
  expect(await shown()).toMatchObject({
    waiting: 3,
    missing: [{ epoch_letters: letters, from: 1, to: 3 }],
  });
});

it('a till is unpaired, once', async () => {
  const unpair = () =>
    app.call(api.tillPairing.unpair, { device_id: till.device_id }, { token: manager.token });
  expect((await unpair()).results).toMatchObject({ unpaired: true, waiting: 0 });
  expect((await unpair()).failure.code).toBe('till.not_paired');
  expect(await shown()).toMatchObject({ paired_at: null, epoch_letters: null, next_no: null });
});
