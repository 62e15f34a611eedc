import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

// Rule: docs/rules/offers.md#whose-offers

const ABSENT = 2_000_000_000;

let app: TestApp;
let admin: Person;
let manager: Person;
let shelf: Shelf;
let own: number;
let foreign: number;

beforeAll(async () => {
  app = await startApp({ env: { EXPORTS_PER_MINUTE: '10000', RATE_PER_MINUTE: '1000000' } });
  admin = await makeAdmin(app);
  shelf = await makeShelf(app);
  own = shelf.branch_id;
  foreign = (await makeBranch(app)).id;
  await stockUp(app.ctx(), shelf, 50, 2);
  await stockUp(app.ctx(), { ...shelf, branch_id: foreign }, 50, 2);
  manager = await makePerson(app, { permissions: ['offers', 'orders'], manages: [own] });
});
afterAll(() => app.stop());

const KINDS = ['discount', 'wholesale', 'bundle', 'coupon'] as const;
type Kind = (typeof KINDS)[number];
const PLACES = ['own', 'foreign', 'both', 'everywhere'] as const;
type Place = (typeof PLACES)[number];

/** What a manager of one branch may do with a rule, by hand from the rule. */
const SIGHT: Readonly<Record<Place, 'change' | 'read' | 'nothing'>> = {
  own: 'change',
  both: 'read',
  everywhere: 'read',
  foreign: 'nothing',
};
const REASON = { own: null, both: 'other_branches', everywhere: 'everywhere', foreign: null };

const branchesAt = (place: Place): number[] =>
  ({ own: [own], foreign: [foreign], both: [own, foreign], everywhere: [] })[place];

const groupOf = (kind: Kind) => (kind === 'discount' ? api.discount : api.offer);
const nounOf = (kind: Kind) => (kind === 'discount' ? 'discount' : 'offer');
const fieldOf = (kind: Kind) => (kind === 'discount' ? 'branches_ids' : 'info.branches_ids');
/** The part of a body that names branches; undefined names none. */
const inBranches = (kind: Kind, branches_ids: number[] | null | undefined) =>
  branches_ids === undefined ? {} : kind === 'discount' ? { branches_ids } : { info: { branches_ids } };

function termsOf(kind: Kind): Record<string, unknown> {
  const target = { id: shelf.product_id, item_id: shelf.item_id };
  const off = { discount: 10, discount_type: 'percent' };
  if (kind === 'discount') return { type: 'percent', value: 10, products: [target] };
  if (kind === 'coupon') return { info: { type: 'coupon', code: `C${unique()}`, ...off } };
  if (kind === 'bundle')
    return { info: { type: 'bundle', bundle_price: 15, products: [{ ...target, quantity: 2 }] } };
  return { info: { type: 'wholesale', quantity: 3, products: [target], ...off } };
}

function bodyOf(kind: Kind, title: string, branches_ids: number[] | null | undefined) {
  const terms = termsOf(kind);
  const places = inBranches(kind, branches_ids);
  const info = { ...(terms.info as object), ...(places as { info?: object }).info };
  return { titles: { en: title }, ...terms, ...places, ...(kind === 'discount' ? {} : { info }) };
}

const call = (endpoint: object, body: object, who: Person = manager) =>
  app.call(endpoint as Endpoint, body, { token: who.token });

type Rule = { readonly kind: Kind; readonly place: Place; readonly id: number; readonly title: string };

async function makeRule(kind: Kind, place: Place): Promise<Rule> {
  const title = `${kind} ${place} ${unique()}`;
  const { results, text } = await call(groupOf(kind).save, bodyOf(kind, title, branchesAt(place)), admin);
  expect(results, text).toHaveProperty('id');
  return { kind, place, id: (results as { id: number }).id, title };
}

/** Everything that a save of a rule could have changed. */
async function readStored({ kind, id }: Rule): Promise<string> {
  const noun = nounOf(kind);
  const { rows } = await app.services.database.pool.query(
    `SELECT to_jsonb(r) - 'idle' AS rule,
            (SELECT json_agg(b.branch_id ORDER BY 1) FROM ${noun}_branch b WHERE b.${noun}_id = r.id) AS branches
       FROM ${noun} r WHERE r.id = $1`,
    [id],
  );
  return JSON.stringify(rows);
}

const withoutRequest = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
const CASES = KINDS.flatMap((kind) => PLACES.map((place) => [kind, place] as const));

/** A read of a rule through each road that answers rules: true when its name or record is told. */
const READS: Readonly<Record<string, (rule: Rule, who: Person) => Promise<boolean>>> = {
  list: async ({ kind, id }, who) => {
    const { results } = await call(groupOf(kind).list, { limit: 100, sort_by: 'id', sort_as: 'desc' }, who);
    return (results as { id: number }[]).some((row) => row.id === id);
  },
  'list by words': async ({ kind, id, title }, who) => {
    const { results } = await call(groupOf(kind).list, { keywords: title }, who);
    return (results as { id: number }[]).some((row) => row.id === id);
  },
  'list by id': async ({ kind, id }, who) =>
    ((await call(groupOf(kind).list, { id }, who)).results as unknown[]).length === 1,
  'list by product': async ({ kind, id }, who) => {
    const { results } = await call(groupOf(kind).list, { product_id: shelf.product_id, limit: 100 }, who);
    return kind === 'coupon' || (results as { id: number }[]).some((row) => row.id === id);
  },
  total: async ({ kind, id }, who) =>
    ((await call(groupOf(kind).list, { id, limit: 10 }, who)) as { meta?: { total: number } }).meta?.total ===
    1,
  export: async ({ kind, title }, who) =>
    (await call(groupOf(kind).list, { keywords: title, export: 1, format: 'csv' }, who)).text.includes(title),
  show: async ({ kind, id }, who) => (await call(groupOf(kind).show, { id }, who)).status === 200,
  effect: async ({ kind, id }, who) =>
    (await call(groupOf(kind).effect, { ...termsOf(kind), id, branch_id: own }, who)).status === 200,
  history: async ({ kind, id }, who) => {
    const { results } = await call(api.audit.list, { noun: nounOf(kind), record_id: String(id) }, who);
    return (results as unknown[]).length > 0;
  },
  search: async ({ title }, who) =>
    (await call(api.system.search, { keywords: title }, who)).text.includes(title),
};

test.each(CASES)(
  'each road to a %s of %s tells a manager of it exactly when it holds in his branch',
  async (kind, place) => {
    const rule = await makeRule(kind, place);
    for (const [road, isTold] of Object.entries(READS)) {
      if (road === 'list by product' && kind === 'coupon') continue;
      expect(await isTold(rule, admin), `${road}, administrator`).toBe(true);
      expect(await isTold(rule, manager), `${road}, manager`).toBe(SIGHT[place] !== 'nothing');
    }
  },
);

test.each(CASES)(
  'a %s of %s names to a manager only his branches, and why he may not change it',
  async (kind, place) => {
    const { id } = await makeRule(kind, place);
    const { results, text } = await call(groupOf(kind).list, { id, limit: 10 });
    if (SIGHT[place] === 'nothing') return expect(results).toEqual([]);
    const [row] = results as { info?: object; branches_ids?: number[] }[];
    const { branches_ids } = (row?.info ?? row) as { branches_ids: number[] };
    expect(branches_ids).toEqual(place === 'everywhere' ? [] : [own]);
    const actions = SIGHT[place] === 'change' ? ['save', 'delete'] : [];
    expect(row, text).toMatchObject({ read_only: REASON[place], actions });
    const seen = (await call(groupOf(kind).list, { id }, admin)).results as object[];
    expect(seen[0]).toMatchObject({ read_only: null, actions: ['save', 'delete'] });
  },
);

/** Every write of a stored rule. */
const writesOf = (rule: Rule): readonly (readonly [string, object, object])[] => {
  const { kind, id } = rule;
  const { save, remove } = groupOf(kind);
  return [
    ['a new title', save, { titles: { en: `Renamed ${unique()}` } }],
    ['disabling', save, { status: 0 }],
    ['an end', save, kind === 'discount' ? { end_date: '2031-01-01' } : { info: { end_date: '2031-01-01' } }],
    ['his branch', save, inBranches(kind, [own])],
    ['no branch', save, inBranches(kind, [])],
    ['null for branches', save, inBranches(kind, null)],
    ['another branch', save, inBranches(kind, [foreign])],
    ['both branches', save, inBranches(kind, [own, foreign])],
    ['deleting', remove, {}],
  ].map(
    ([name, endpoint, body]) => [name, endpoint, { id, ...(body as object) }] as [string, object, object],
  );
};
/** What a manager is answered to these writes of a rule of his own branch. */
const OWN_ANSWERS: Readonly<Record<string, string | null>> = {
  'no branch': 'branch.required',
  'null for branches': 'branch.required',
  'another branch': 'reference.missing',
  'both branches': 'reference.missing',
};

test.each(CASES)(
  'each write of a %s of %s is refused to a manager unless it holds in his branches only',
  async (kind, place) => {
    const rule = await makeRule(kind, place);
    for (const [name, endpoint, body] of writesOf(rule)) {
      const before = await readStored(rule);
      const answer = await call(endpoint, body);
      const code = {
        nothing: 'record.missing',
        read: 'offer.read_only',
        change: OWN_ANSWERS[name] ?? null,
      }[SIGHT[place]];
      if (code === null) {
        expect(answer.status, `${name}: ${answer.text}`).toBe(200);
        continue;
      }
      expect(answer.failure.code, name).toBe(code);
      expect(await readStored(rule), name).toBe(before);
      if (code === 'record.missing')
        expect(withoutRequest(answer.text)).toBe(
          withoutRequest((await call(endpoint, { ...body, id: ABSENT })).text),
        );
      else expect(Object.keys(answer.failure.errors), name).toEqual([fieldOf(kind)]);
    }
    const restored = await call(groupOf(kind).restore, { id: rule.id });
    if (SIGHT[place] === 'change') return expect(restored.status, restored.text).toBe(200);
    await call(groupOf(kind).remove, { id: rule.id }, admin);
    const gone = await readStored(rule);
    const refused = (await call(groupOf(kind).restore, { id: rule.id })).failure.code;
    expect(refused).toBe(SIGHT[place] === 'read' ? 'offer.read_only' : 'record.missing');
    expect(await readStored(rule)).toBe(gone);
  },
);

test.each(KINDS)('an administrator writes a %s of any branches', async (kind) => {
  for (const place of PLACES)
    for (const [name, endpoint, body] of writesOf(await makeRule(kind, place)))
      expect((await call(endpoint, body, admin)).status, `${place}, ${name}`).toBe(200);
});

test.each(KINDS)('a manager creates a %s in his branches only, and names them', async (kind) => {
  const tries = [
    [[own], null],
    [undefined, 'branch.required'],
    [[], 'branch.required'],
    [null, 'branch.required'],
    [[foreign], 'reference.missing'],
    [[own, foreign], 'reference.missing'],
    [[own, ABSENT], 'reference.missing'],
  ] as const;
  for (const [branches, code] of tries) {
    const body = bodyOf(kind, `Mine ${unique()}`, branches as number[] | null | undefined);
    const answer = await call(groupOf(kind).save, body);
    expect(answer.failure?.code ?? null, `${JSON.stringify(branches)} ${answer.text}`).toBe(code);
    if (code) expect(Object.keys(answer.failure.errors)).toEqual([fieldOf(kind)]);
    else expect(answer.results).toMatchObject({ read_only: null, actions: ['save', 'delete'] });
  }
});

test('a member of staff without any branch reads what holds everywhere and creates nothing', async () => {
  const nobody = await makePerson(app, { permissions: ['offers'] });
  for (const kind of KINDS) {
    const { id } = await makeRule(kind, 'everywhere');
    expect((await call(groupOf(kind).show, { id }, nobody)).status).toBe(200);
    const { id: elsewhere } = await makeRule(kind, 'own');
    expect((await call(groupOf(kind).show, { id: elsewhere }, nobody)).status).toBe(404);
    const made = await call(groupOf(kind).save, bodyOf(kind, `None ${unique()}`, [own]), nobody);
    expect(made.failure.code).toBe('reference.missing');
  }
});

test.each(KINDS)('a %s becomes read-only for a manager when another branch is added to it', async (kind) => {
  const rule = await makeRule(kind, 'own');
  expect(
    (await call(groupOf(kind).save, { id: rule.id, ...inBranches(kind, [own, foreign]) }, admin)).status,
  ).toBe(200);
  expect((await call(groupOf(kind).save, { id: rule.id, status: 0 })).failure.code).toBe('offer.read_only');
  const { results, text } = await call(api.audit.list, { noun: nounOf(kind), record_id: String(rule.id) });
  const named = (results as { changes: Record<string, { from: unknown; to: unknown }> }[]).map(
    ({ changes }) => changes.branches_ids,
  );
  expect(named, text).toEqual([
    { from: [own], to: [own] },
    { from: null, to: [own] },
  ]);
});

test.each(KINDS)(
  'a branch that is taken from a manager while he writes a %s refuses the write',
  async (kind) => {
    const kept = await makeBranch(app);
    const group = groupOf(kind);
    const made = await makeRule(kind, 'own');
    const deleted = await makeRule(kind, 'own');
    await call(group.remove, { id: deleted.id }, admin);
    const tries: readonly (readonly [object, object])[] = [
      [group.save, bodyOf(kind, `Late ${unique()}`, [own])],
      [group.save, { id: made.id, status: 0 }],
      [group.remove, { id: made.id }],
      [group.restore, { id: deleted.id }],
    ];
    const count = async () => {
      const { rows } = await app.services.database.pool.query(
        `SELECT count(*) FROM ${nounOf(kind)} WHERE deleted_at IS NULL`,
      );
      return rows[0].count;
    };
    for (const [endpoint, body] of tries) {
      const leaving = await makePerson(app, { permissions: ['offers'], manages: [own, kept.id] });
      const before = [await count(), await readStored(made), await readStored(deleted)];
      const taking = await app.services.database.pool.connect();
      try {
        await taking.query('BEGIN');
        const { pid } = (await taking.query('SELECT pg_backend_pid() AS pid')).rows[0];
        await taking.query('DELETE FROM branch_manager WHERE account_id = $1 AND branch_id = $2', [
          leaving.id,
          own,
        ]);
        const answer = call(endpoint, body, leaving);
        await expect
          .poll(
            async () => {
              const { rows } = await app.services.database.pool.query(
                'SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
                [pid],
              );
              return rows[0].waiting;
            },
            { timeout: 20_000 },
          )
          .toBeGreaterThan(0);
        await taking.query('COMMIT');
        expect((await answer).failure.code).toBe('branch.forbidden');
      } finally {
        await taking.query('ROLLBACK');
        taking.release();
      }
      expect([await count(), await readStored(made), await readStored(deleted)]).toEqual(before);
    }
  },
);

test('a coupon counts to a manager the orders of his branches, and to everybody what is left', async () => {
  const title = `Counted ${unique()}`;
  const code = `N${unique()}`;
  const info = { type: 'coupon', code, discount: 10, discount_type: 'percent', usage_limit: 9 };
  const { id } = (await call(api.offer.save, { titles: { en: title }, info }, admin)).results as {
    id: number;
  };
  const order = (branch_id: number) => ({
    branch_id,
    type: 'take_away',
    cart: [{ item_id: shelf.item_id, quantity: 1 }],
    coupon: code,
  });
  for (const branch_id of [own, foreign, foreign])
    expect((await call(api.order.make, order(branch_id), admin)).status).toBe(200);
  const usesOf = async (who: Person) =>
    ((await call(api.offer.list, { id, sort_by: 'uses' }, who)).results as object[])[0];
  expect(await usesOf(admin)).toMatchObject({ uses: 3, uses_left: 6 });
  expect(await usesOf(manager)).toMatchObject({ uses: 1, uses_left: 6 });
});

test('a coupon of another branch is refused in an order without its name', async () => {
  const { id, title } = await makeRule('coupon', 'foreign');
  const { code } = await app.services.database.prisma.offer.findUniqueOrThrow({ where: { id } });
  const cart = [{ item_id: shelf.item_id, quantity: 1 }];
  const { text } = await call(api.order.price, { branch_id: own, type: 'take_away', cart, coupon: code });
  expect(text).toContain('coupon.other_branch');
  expect(text).not.toContain(title);
});

test('the picker of offers names to a seller what holds in his branch', async () => {
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: own });
  for (const kind of ['wholesale', 'bundle', 'coupon'] as const)
    for (const place of PLACES) {
      const { id, title } = await makeRule(kind, place);
      const { results } = await call(api.offer.list, { keywords: title }, seller);
      expect(
        (results as { id: number }[]).map((row) => row.id),
        `${kind} ${place}`,
      ).toEqual(SIGHT[place] === 'nothing' ? [] : [id]);
    }
});

test('the effect of any rule is the same for a manager as for an administrator in his branch, and refused in others', async () => {
  for (const kind of KINDS)
    for (const place of [...PLACES, undefined]) {
      const terms = bodyOf(kind, '', place && branchesAt(place));
      const { titles: _, ...input } = terms;
      const [seen, whole] = await Promise.all(
        [manager, admin].map((who) => call(groupOf(kind).effect, { ...input, branch_id: own }, who)),
      );
      // costs are told to who may see goods or reports
      const prices = (answer: typeof seen) =>
        JSON.stringify(answer?.results).replace(/"cost":[^,]+,"below_cost":\w+/g, '');
      expect(prices(seen), `${kind} ${place}`).toBe(prices(whole));
      const there = await call(groupOf(kind).effect, { ...input, branch_id: foreign });
      expect(there.failure.code).toBe('branch.forbidden');
    }
});

test('every endpoint of offers and discounts is walked', () => {
  const walked = ['effect', 'list', 'remove', 'restore', 'save', 'show'];
  expect(Object.keys(api.discount).sort()).toEqual(walked);
  expect(Object.keys(api.offer).sort()).toEqual(walked);
});
