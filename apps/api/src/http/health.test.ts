import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { MIGRATIONS } from '../env.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const ready = async () => {
  const response = await fetch(`${app.url}/readyz`);
  return [response.status, ((await response.json()) as { status: string }).status];
};

it('new code is not ready on an old database, and old code is on a newer one', async () => {
  const { pool } = app.services.database;
  expect(await ready()).toEqual([200, 'ok']);
  await pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('next', '', '99990101000000_next')`,
  );
  expect(await ready()).toEqual([200, 'ok']);
  const newest = [...MIGRATIONS].sort().at(-1);
  await pool.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1`, [newest]);
  expect(await ready()).toEqual([503, 'migrating']);
  await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = $1`, [newest]);
  expect(await ready()).toEqual([503, 'migrating']);
});
