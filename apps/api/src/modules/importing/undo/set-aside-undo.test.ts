import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, ean, importFile, importIn, sendFile } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
  await query(`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this product is poison'; END $$`);
});
afterAll(() => app.stop());

const HEAD = ['EAN', 'Name', 'Price'];
const mapping = { barcode: 'A', 'names.en': 'B', price: 'C' };
const query = (sql: string) => app.services.database.pool.query(sql);
const jobsOf = async (id: number) =>
  (await app.call(api.job.list, { locale: 'en' }, admin)).results.filter(({ record_id }) => record_id === id);
const stateOf = async (id: number) => (await app.call(api.productImport.show, { id }, admin)).results;
const send = (...rows: (string | number)[][]) =>
  importFile(app.url, admin.token, csv([HEAD, ...rows]), { mapping });
const poison = (on: 'INSERT' | 'UPDATE', name: string) =>
  query(`CREATE TRIGGER poison_${name.toLowerCase()} BEFORE ${on} ON product FOR EACH ROW
    WHEN (NEW.titles->>'en' = '${name}') EXECUTE FUNCTION refuse_poison()`);
const mend = (name: string) => query(`DROP TRIGGER poison_${name.toLowerCase()} ON product`);

let last = 60_000;
const nextCode = () => {
  last += 1;
  return ean(last);
};
/** An import whose second batch fails twice: its first 500 rows are written, and it is set aside. */
async function setAsideInSecondBatch(name: string): Promise<number> {
  await poison('INSERT', name);
  const rows = Array.from({ length: 500 }, (_, at): (string | number)[] => [nextCode(), `${name} ${at}`, 1]);
  const { id, state, failure, created } = await send(...rows, [nextCode(), name, 2]);
  expect({ state, code: failure?.code, created }).toEqual({
    state: 'failed',
    code: 'import.interrupted',
    created: 500,
  });
  return id;
}

/** An undo that fails twice and is set aside. */
async function setUndoAside(name: string): Promise<number> {
  const { id } = await send([nextCode(), name, 2]);
  await poison('UPDATE', name);
  await app.call(api.productImport.undo, { id }, admin);
  const { failure } = await importIn(app.url, admin.token, id);
  expect(failure?.code).toBe('import.undo_interrupted');
  return id;
}

test('an import that was set aside can be undone and does not hold up later imports', async () => {
  const id = await setAsideInSecondBatch('Arsenic');
  expect((await stateOf(id)).actions).toEqual(expect.arrayContaining(['retry', 'undo', 'give_up']));
  expect((await app.call(api.productImport.undo, { id }, admin)).status).toBe(200);
  expect(await send([nextCode(), 'Behind', 3])).toMatchObject({ state: 'done', created: 1 });
  expect(await importIn(app.url, admin.token, id)).toMatchObject({ state: 'undone', failure: null });
  expect(await jobsOf(id)).toEqual([]);
  await mend('Arsenic');
});

test('an undo that fails twice is set aside as its own job and finishes after a retry', async () => {
  const id = await setUndoAside('Cyanide');
  expect((await jobsOf(id)).map(({ queue }) => queue)).toEqual(['product-import.undo']);
  expect(await send([nextCode(), 'Beside', 3])).toMatchObject({ state: 'done', created: 1 });
  await mend('Cyanide');
  const again = await app.call(api.productImport.retry, { id }, admin);
  expect([again.status, again.results.state]).toEqual([200, 'undoing']);
  expect(await importIn(app.url, admin.token, id)).toMatchObject({ state: 'undone', failure: null });
  expect(await jobsOf(id)).toEqual([]);
});

test('an import that was set aside continues where it was when the importing user retries it', async () => {
  const id = await setAsideInSecondBatch('Lead');
  await mend('Lead');
  expect((await app.call(api.productImport.retry, { id }, admin)).status).toBe(200);
  expect(await importIn(app.url, admin.token, id)).toMatchObject({ state: 'done', created: 501 });
  expect(await jobsOf(id)).toEqual([]);
  expect((await app.call(api.productImport.retry, { id }, admin)).failure.code).toBe('import.state');
  expect((await app.call(api.productImport.giveUp, { id }, admin)).failure.code).toBe('import.state');
});

test('a discarded import or undo is canceled, keeps what it wrote and can still be undone', async () => {
  const ids = [await setAsideInSecondBatch('Mercury'), await setUndoAside('Thallium')];
  await mend('Mercury');
  await mend('Thallium');
  for (const id of ids) {
    const given = await app.call(api.productImport.giveUp, { id }, admin);
    expect(given.results).toMatchObject({ state: 'cancelled', failure: null });
    expect(given.results.actions).toContain('undo');
    expect(given.results.actions).not.toContain('retry');
    expect(await jobsOf(id)).toEqual([]);
    await app.call(api.productImport.undo, { id }, admin);
    expect(await importIn(app.url, admin.token, id)).toMatchObject({ state: 'undone' });
  }
});

test('an import that keeps failing in new ways does not hold up later imports while it is retried', async () => {
  await query(`CREATE FUNCTION refuse_newly() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', translate(md5(random()::text), '0123456789', 'ghijklmnop'); END $$`);
  await query(`CREATE TRIGGER newly BEFORE INSERT ON product FOR EACH ROW
    WHEN (NEW.titles->>'en' = 'Moody') EXECUTE FUNCTION refuse_newly()`);
  const { results: moody } = await sendFile(app.url, admin.token, csv([HEAD, [nextCode(), 'Moody', 3]]), {
    mapping,
  });
  const after = await send([nextCode(), 'After', 3]);
  expect(after).toMatchObject({ state: 'done', created: 1 });
  const ended = await importIn(app.url, admin.token, moody.id);
  expect(ended.failure?.code).toBe('import.interrupted');
  expect(Date.parse(after.finished_at ?? '')).toBeLessThan(Date.parse(ended.finished_at ?? ''));
});
