import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, signIn } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { csv, ean, sendFile } from '../../test/workbooks.ts';
import { deleteExpiredRows, deleteUnusedFiles, FILE_NAME_COLUMNS } from './cleaning.ts';

const HOUR = 3_600_000;
let now = new Date();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' }, now: () => now });
});
afterAll(() => app.stop());

const count = async (table: string) =>
  Number((await app.services.database.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

test('expired records are deleted by the cleaning job and other records stay', async () => {
  const admin = await makeAdmin(app);
  const headers = { 'idempotency-key': 'once' };
  await app.call(api.branch.create, { names: { en: 'Kept' } }, { token: admin.token, headers });
  await app.call(api.system.ticket, {}, { token: admin.token });
  await deleteExpiredRows(app.services);
  expect([await count('idempotency_key'), await count('event'), await count('download_ticket')]).toEqual([
    1, 1, 1,
  ]);
  now = new Date(now.getTime() + 2 * HOUR);
  await deleteExpiredRows(app.services);
  expect([await count('idempotency_key'), await count('event'), await count('download_ticket')]).toEqual([
    1, 0, 0,
  ]);
  now = new Date(now.getTime() + 24 * HOUR);
  await deleteExpiredRows(app.services);
  expect(await count('idempotency_key')).toBe(0);
  expect(await count('audit_log')).toBe(1);
});

test('sessions that ended a week ago are deleted and open sessions stay', async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  await app.services.database.prisma.session.updateMany({
    where: { account_id: person.id },
    data: { revoked_at: now },
  });
  await signIn(app.services, person.id);
  now = new Date(now.getTime() + 6 * 24 * HOUR);
  await deleteExpiredRows(app.services);
  const left = () => app.services.database.prisma.session.count({ where: { account_id: person.id } });
  expect(await left()).toBe(2);
  now = new Date(now.getTime() + 2 * 24 * HOUR);
  await deleteExpiredRows(app.services);
  expect(await left()).toBe(1);
});

test('an unused picture is deleted after a day and a used one stays', async () => {
  const admin = await makeAdmin(app);
  const png = await sharp({ create: { width: 90, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const picture = png.toString('base64');
  const save = (body: object) => app.call(api.setting.save, body, { token: admin.token });
  const first = await save({ logo_base64: picture });
  const second = await save({ logo_base64: picture });
  const isStored = async (url: string | null) =>
    (await app.services.files.get(String(url).replace('/files/', ''))) !== null;
  await app.services.database.pool.query('UPDATE stored_file SET created_at = $1', [now]);
  expect(await deleteUnusedFiles(app.services)).toBe(0);
  now = new Date(now.getTime() + 25 * HOUR);
  expect(await deleteUnusedFiles(app.services)).toBe(1);
  expect([await isStored(first.results.logo), await isStored(second.results.logo)]).toEqual([false, true]);
});

test('the cleaning job reports rows and files that it cannot delete and continues with the others', async () => {
  const { pool } = app.services.database;
  await pool.query(`CREATE FUNCTION break_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this row is broken'; END $$`);
  await pool.query('CREATE TRIGGER broken BEFORE DELETE ON event FOR EACH ROW EXECUTE FUNCTION break_row()');
  const admin = await makeAdmin(app);
  await app.call(api.branch.create, { names: { en: 'Broken' } }, { token: admin.token });
  await app.call(api.system.ticket, {}, { token: admin.token });
  now = new Date(now.getTime() + 2 * HOUR);
  await expect(deleteExpiredRows(app.services)).rejects.toThrow('this row is broken');
  expect(await count('event')).toBeGreaterThan(0);
  expect(await count('download_ticket')).toBe(0);
  await pool.query('DROP TRIGGER broken ON event');

  // the store refuses to remove a file with the first name
  const files = ['not-of-the-store.webp', `${'a'.repeat(22)}.webp`];
  for (const [at, name] of files.entries())
    await pool.query('INSERT INTO stored_file (name, bytes, created_at) VALUES ($1, 1, $2)', [
      name,
      new Date(now.getTime() - 48 * HOUR + at),
    ]);
  await expect(deleteUnusedFiles(app.services)).rejects.toThrow('not a file name of the store');
  const { rows } = await pool.query('SELECT name FROM stored_file WHERE name = ANY($1)', [files]);
  expect(rows).toEqual([{ name: files[0] }]);
  await pool.query('DELETE FROM stored_file WHERE name = $1', [files[0]]);
});

test('a picture stays as long as any record refers to it', async () => {
  const { pool } = app.services.database;
  // an icon of a role is a word
  const { rows } = await pool.query<{ name: string }>(`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND table_name || '.' || column_name <> 'role.icon'
       AND (column_name LIKE 'image\\_%' OR column_name IN ('avatar', 'logo', 'icon', 'cover', 'image', 'images', 'file', 'thumb', 'picture'))`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(FILE_NAME_COLUMNS.toSorted());
  const old = new Date(now.getTime() - 48 * HOUR);
  for (const table of ['payment_method', 'delivery_method']) {
    const name = `${table}.webp`;
    await pool.query('INSERT INTO stored_file (name, bytes, created_at) VALUES ($1, 1, $2)', [name, old]);
    const { rowCount } = await pool.query(
      `UPDATE ${table} SET image = $1 WHERE id = (SELECT min(id) FROM ${table})`,
      [name],
    );
    expect(rowCount).toBe(1);
  }
  await deleteUnusedFiles(app.services);
  const kept = await pool.query("SELECT 1 FROM stored_file WHERE name LIKE '%_method.webp'");
  expect(kept.rowCount).toBe(2);
});

test('the uploaded file of an import is deleted after a week and its row results stay', async () => {
  const admin = await makeAdmin(app);
  const { results } = await sendFile(app.url, admin.token, csv([['barcode'], [ean(1)]]));
  const file = async () =>
    (await app.services.database.prisma.product_import.findUniqueOrThrow({ where: { id: results.id } })).file;
  const name = (await file()) ?? '';
  await app.services.database.pool.query("UPDATE product_import SET state = 'mapping' WHERE id = $1", [
    results.id,
  ]);
  now = new Date(now.getTime() + 6 * 24 * HOUR);
  await deleteExpiredRows(app.services);
  await deleteUnusedFiles(app.services);
  expect(await file()).toBe(name);
  now = new Date(now.getTime() + 2 * 24 * HOUR);
  const later = { token: await signIn(app.services, admin.id) };
  await deleteExpiredRows(app.services);
  await deleteUnusedFiles(app.services);
  expect(await file()).toBeNull();
  expect(await app.services.database.prisma.stored_file.count({ where: { name } })).toBe(0);
  const again = await app.call(api.productImport.start, { id: results.id, mapping: { barcode: 'A' } }, later);
  expect(again.failure.code).toBe('import.expired');
});
