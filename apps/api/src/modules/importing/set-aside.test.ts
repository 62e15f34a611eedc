import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { csv, ean, importFile, importIn, sendFile } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const HEAD = ['EAN', 'Name', 'Price'];
const mapping = { barcode: 'A', 'names.en': 'B', price: 'C' };
const query = (sql: string) => app.services.database.pool.query(sql);
const failedJobs = async () => (await app.call(api.job.list, { locale: 'en' }, admin)).results;

test('an import that fails twice the same way is set aside, does not hold up later imports, and continues where it was after a retry', async () => {
  await query(`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this product is poison'; END $$`);
  await query(`CREATE TRIGGER refuse_poison BEFORE INSERT ON product FOR EACH ROW
    WHEN (NEW.titles->>'en' = 'Poison') EXECUTE FUNCTION refuse_poison()`);
  const sent = await sendFile(
    app.url,
    admin.token,
    csv([HEAD, [ean(70_001), 'Good', 1], [ean(70_002), 'Poison', 2]]),
    { mapping },
  );
  const { id } = sent.results;
  const healthy = await importFile(app.url, admin.token, csv([HEAD, [ean(70_003), 'Behind', 3]]), {
    mapping,
  });
  expect(healthy).toMatchObject({ state: 'done', created: 1 });
  const broken = await importIn(app.url, admin.token, id);
  expect(broken).toMatchObject({ state: 'failed', failure: { code: 'import.interrupted' } });
  const [aside] = await failedJobs();
  expect(aside).toMatchObject({
    queue: 'product-import.work',
    noun: 'product-import',
    record_id: id,
    tries: 2,
  });
  expect(aside?.message).toContain('this product is poison');
  await query('DROP TRIGGER refuse_poison ON product');
  expect((await app.call(api.job.retry, { id: aside?.id }, admin)).status).toBe(200);
  expect(await importIn(app.url, admin.token, id)).toMatchObject({ state: 'done', created: 2 });
  expect(await failedJobs()).toEqual([]);
});
