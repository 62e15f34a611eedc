import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { INVARIANTS } from '../../core/invariant/invariants.ts';

const MIGRATION = '../../../../../prisma/migrations/20261125000407_leftover_sessions/migration.sql';

let app: TestApp;
let people: { disabled: Person; deleted: Person; active: Person };

beforeAll(async () => {
  app = await startApp();
  const make = () => makePerson(app, { permissions: ['orders'] });
  people = { disabled: await make(), deleted: await make(), active: await make() };
});
afterAll(() => app.stop());

const breaches = async (name: string) =>
  (await app.services.database.pool.query<{ id: string | number }>(INVARIANTS[name] ?? '')).rows.length;

const found = async () => [
  await breaches('no disabled or deleted account has a living session'),
  await breaches('an account names each till once'),
];

test('verify finds sessions and tills that older versions left behind, and the migration repairs them', async () => {
  const { prisma, pool } = app.services.database;
  expect(await found()).toEqual([0, 0]);
  const { disabled, deleted, active } = people;
  await prisma.account.update({ where: { id: disabled.id }, data: { status: 0 } });
  await prisma.account.update({ where: { id: deleted.id }, data: { deleted_at: new Date() } });
  await prisma.account.update({ where: { id: active.id }, data: { pos: [7, 4, 7, 4, 9] } });
  expect(await found()).toEqual([2, 1]);
  await pool.query(readFileSync(new URL(MIGRATION, import.meta.url), 'utf8'));
  expect(await found()).toEqual([0, 0]);
  const row = await prisma.account.findUniqueOrThrow({ where: { id: active.id } });
  expect(row.pos).toEqual([7, 4, 9]);
  expect(await prisma.session.count({ where: { account_id: active.id, revoked_at: null } })).toBe(1);
});
