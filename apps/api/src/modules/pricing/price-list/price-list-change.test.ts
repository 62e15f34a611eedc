import { addDays } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, type Shelf } from '../../../../test/stock.ts';

const TODAY = '2026-11-28';

let app: TestApp;
let admin: Person;
let pearl: { id: number; names: unknown };
let shelves: Shelf[];
beforeAll(async () => {
  app = await startApp({ now: () => new Date(`${TODAY}T09:00:00Z`) });
  admin = await makeAdmin(app);
  shelves = [await makeShelf(app), await makeShelf(app), await makeShelf(app)];
  pearl = { id: shelves[0]?.branch_id ?? 0, names: null };
});
afterAll(() => app.stop());

const db = () => app.services.database.prisma;
const as = (person = admin) => ({ token: person.token });
const rows = (price: number, of = shelves) =>
  of.map(({ product_id, item_id }) => ({ product_id, item_id, price, status: 1 as const }));
async function makeList(more: object = {}, branches_ids: readonly number[] = [pearl.id]) {
  const saved = await app.call(
    api.priceList.save,
    { titles: { en: `List ${unique()}` }, ord: 5, items: rows(8), ...more },
    as(),
  );
  expect(saved.status, saved.text).toBe(200);
  const { id } = saved.results;
  await app.call(api.priceList.assign, { id, branches_ids: [...branches_ids] }, as());
  return id;
}
const end = (id: number) => app.call(api.priceList.remove, { id }, as());
const preview = async (id: number, change: object, person = admin) => {
  const answer = await app.call(api.priceList.preview, { id, change }, as(person));
  expect(answer.status, answer.text).toBe(200);
  return answer.results.effects.map(({ kind, count, from_date, to_date, audience, phones_count }) => [
    kind,
    count,
    from_date,
    to_date,
    audience,
    phones_count,
  ]);
};
const show = async (id: number) => (await app.call(api.priceList.show, { id }, as())).results;
const priceNow = async (at: string) => {
  const answer = await app.call(
    api.priceTrial.try,
    { item_id: shelves[0]?.item_id ?? 0, branch_id: pearl.id, quantity: 1, at } as never,
    as(),
  );
  return Reflect.get(answer.results, 'unit_list');
};

describe('preview of a price list change', () => {
  test.each([
    ['a later start', { start_date: '2026-12-01' }, [['stop', 3, null, '2026-11-30', 'all', 0]]],
    ['an end', { end_date: '2026-12-31' }, [['stop', 3, '2027-01-01', null, 'all', 0]]],
    [
      'both',
      { start_date: '2026-12-01', end_date: '2026-12-31' },
      [
        ['stop', 3, null, '2026-11-30', 'all', 0],
        ['stop', 3, '2027-01-01', null, 'all', 0],
      ],
    ],
    ['an end that has passed', { end_date: '2026-11-27' }, [['stop', 3, null, null, 'all', 0]]],
    ['switching off', { status: 0 }, [['stop', 3, null, null, 'all', 0]]],
    ['customers', { phones: ['+97455512345', '+97455512346'] }, [['stop', 3, null, null, 'others', 2]]],
    ['no branch', { branches_ids: [] }, [['stop', 3, null, null, 'all', 0]]],
    ['a start that has passed', { start_date: '2026-11-01' }, []],
    ['nothing', {}, []],
  ])(
    'the preview shows which prices end by a change of %s, and stores nothing',
    async (_change, change, effects) => {
      const id = await makeList();
      expect(await preview(id, change)).toEqual(effects);
      expect(await show(id)).toMatchObject({ start_date: null, end_date: null, status: 1, version: 2 });
      await end(id);
    },
  );

  test('the preview shows prices that begin by an earlier start, enabling or another customer', async () => {
    const later = await makeList({ start_date: '2026-12-10' });
    expect(await preview(later, { start_date: null })).toEqual([['start', 3, null, '2026-12-09', 'all', 0]]);
    expect(await preview(later, { start_date: '2026-12-05' })).toEqual([
      ['start', 3, '2026-12-05', '2026-12-09', 'all', 0],
    ]);
    const off = await makeList({ status: 0 });
    expect(await preview(off, { status: 1 })).toEqual([['start', 3, null, null, 'all', 0]]);
    expect(await preview(off, { start_date: '2026-12-05' })).toEqual([]);
    const some = await makeList({ phones: ['+97455512345'] });
    expect(await preview(some, { phones: ['+97455512345', '+97455512346'] })).toEqual([
      ['start', 3, null, null, 'phones', 1],
    ]);
    expect(await preview(some, { phones: [] })).toEqual([['start', 3, null, null, 'others', 1]]);
    for (const id of [later, off, some]) await end(id);
  });

  test('the preview ignores prices that are disabled, deleted or set by another list', async () => {
    const [first, second, third] = shelves as [Shelf, Shelf, Shelf];
    const id = await makeList({
      items: [...rows(8, [first, second]), { ...rows(8, [third])[0], status: 0 }],
    });
    const other = await makeList({ ord: 1, items: rows(7, [second]), end_date: '2026-12-31' });
    expect(await preview(id, { status: 0 })).toEqual([['stop', 1, null, null, 'all', 0]]);
    // from January the other list has ended
    expect(await preview(id, { end_date: '2026-12-31' })).toEqual([
      ['stop', 2, '2027-01-01', null, 'all', 0],
    ]);
    for (const one of [id, other]) await end(one);
  });

  test('the preview names visible branches only', async () => {
    const elsewhere = await makeBranch(app);
    const id = await makeList({}, [pearl.id, elsewhere.id]);
    const manager = await makePerson(app, { permissions: ['pricelist'], branch_id: pearl.id });
    expect(await preview(id, { status: 0 })).toHaveLength(2);
    expect(await preview(id, { status: 0 }, manager)).toHaveLength(1);
    await end(id);
    expect((await app.call(api.priceList.preview, { id, change: { status: 0 } }, as())).failure.code).toBe(
      'record.missing',
    );
  });
});

test('changed prices can be saved as a separate list from a day on, and the original list stays', async () => {
  const id = await makeList();
  const [first] = shelves as [Shelf];
  const made = await app.call(
    api.priceList.separate,
    { id, start_date: '2026-12-01', items: rows(6, [first]) },
    as(),
  );
  expect(made.results, made.text).toMatchObject({
    start_date: '2026-12-01',
    end_date: null,
    ord: 5,
    branches_ids: [pearl.id],
    items_count: 1,
  });
  expect(await show(id)).toMatchObject({ start_date: null, items_count: 3 });
  expect(await priceNow('2026-11-30T12:00:00Z')).toBe(8);
  expect(await priceNow('2026-12-01T12:00:00Z')).toBe(6);
  const manager = await makePerson(app, {
    permissions: ['pricelist'],
    branch_id: (await makeBranch(app)).id,
  });
  const input = { id, start_date: addDays(TODAY, 1), items: rows(6) };
  expect((await app.call(api.priceList.separate, input, as(manager))).failure.code).toBe('branch.forbidden');
  for (const one of [id, made.results.id]) await end(one);
});

describe('changes of a price list', () => {
  const change = (id: number, more: object) => app.call(api.priceList.save, { id, ...more }, as());
  const undo = (id: number, entry_id?: number) =>
    app.call(api.priceList.undo, { id, ...(entry_id === undefined ? {} : { entry_id }) }, as());
  const undoVersion = (id: number, version: number) => app.call(api.priceList.undo, { id, version }, as());
  const history = async (id: number) =>
    (await app.call(api.audit.list, { noun: 'price-list', record_id: String(id) }, as())).results;
  const [one, two, three] = [0, 1, 2];

  test('undoing a price list change restores dates, phones and all changed, added and removed prices', async () => {
    const [first, second, third] = [one, two, three].map((n) => shelves[n]) as [Shelf, Shelf, Shelf];
    const id = await makeList({ items: rows(8, [first, second]) });
    const before = await show(id);
    const rowOf = (shelf: Shelf) => before.items.find(({ item_id }) => item_id === shelf.item_id)?.id ?? 0;
    const changed = await change(id, {
      start_date: '2026-12-01',
      phones: ['+97455512345'],
      items: [...rows(6, [first]), ...rows(9, [third])],
      deleted_items: [rowOf(second)],
    });
    expect(changed.results, changed.text).toMatchObject({ start_date: '2026-12-01', items_count: 2 });
    const undone = await undoVersion(id, changed.results.version);
    expect(undone.results, undone.text).toMatchObject({ start_date: null, phones: [], items_count: 2 });
    const prices = (await show(id)).items.map(({ item_id, price }) => [item_id, price]);
    expect(new Map(prices as [number, number][])).toEqual(
      new Map([
        [first.item_id, 8],
        [second.item_id, 8],
      ]),
    );
    await end(id);
  });

  test('a price list change can be undone from the history unless its values changed again', async () => {
    const [first, second] = shelves as [Shelf, Shelf];
    const id = await makeList();
    await change(id, { items: rows(6, [first]) });
    await change(id, { items: rows(5, [second]), end_date: '2026-12-31' });
    const entries = (await history(id)).filter(({ action }) => action === 'update');
    const [latest, earlier] = entries;
    expect((await undo(id, earlier?.id)).status).toBe(200);
    const again = await undo(id, earlier?.id);
    expect([again.status, again.failure.code]).toEqual([409, 'pricelist.changed_since']);
    await change(id, { end_date: '2026-12-30' });
    expect((await undo(id, latest?.id)).failure.code).toBe('pricelist.changed_since');
    const other = await makeList();
    expect((await undo(other, latest?.id)).failure.code).toBe('record.missing');
    for (const list of [id, other]) await end(list);
  });

  test('a price list change can be undone once, by its author only, and no later change is undone in its place', async () => {
    const id = await makeList();
    const made = await change(id, { end_date: '2026-12-31' });
    const { version } = made.results;
    const calls = await Promise.all([1, 2, 3].map(() => undoVersion(id, version)));
    expect(calls.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const again = await undoVersion(id, version);
    expect([again.status, again.failure.code]).toEqual([409, 'pricelist.changed_since']);
    expect((await show(id)).end_date).toBeNull();
    const mine = await change(id, { end_date: '2026-12-30' });
    await change(id, { titles: { ar: '', en: 'Changed by somebody else', de: '' } });
    expect((await undoVersion(id, mine.results.version)).failure.code).toBe('pricelist.changed_since');
    expect(await show(id)).toMatchObject({ end_date: '2026-12-30', title: 'Changed by somebody else' });
    const unnamed = await undo(id);
    expect([unnamed.status, Object.keys(unnamed.failure.errors ?? {})]).toEqual([422, ['version']]);
    await end(id);
  });

  test('the history of a price list names its items', async () => {
    const [first] = shelves as [Shelf];
    const id = await makeList();
    await db().product.update({ where: { id: first.product_id }, data: { titles: { en: 'Milk 1 L' } } });
    await change(id, { items: rows(6.5, [first]) });
    const [entry] = await history(id);
    expect(entry?.changes.items).toMatchObject({
      from: [{ item_id: first.item_id, title: 'Milk 1 L', price: 8, status: 1 }],
      to: [{ item_id: first.item_id, title: 'Milk 1 L', price: 6.5, status: 1 }],
    });
    await end(id);
  });
});

test('a separated price list gets a title that can be saved again, also from a title of the maximum length', async () => {
  const id = await makeList({
    titles: { en: 'L'.repeat(200), ar: `${'ط'.repeat(186)}😀${'ط'.repeat(12)}`, de: '' },
  });
  const made = await app.call(
    api.priceList.separate,
    { id, start_date: addDays(TODAY, 3), items: rows(7) },
    as(),
  );
  expect(made.status, made.text).toBe(200);
  const { titles, id: separated } = made.results;
  expect(titles.en).toContain(addDays(TODAY, 3));
  const saved = await app.call(api.priceList.save, { id: separated, titles }, as());
  expect(saved.status, saved.text).toBe(200);
});
