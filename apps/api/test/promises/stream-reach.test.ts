import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { type Fleet, startFleet } from './processes.ts';

let fleet: Fleet;
let admin: Person;
let here: { id: number };
let there: { id: number };

beforeAll(async () => {
  fleet = await startFleet({ STREAM_CHECK_MS: '200' });
  admin = await makeAdmin(fleet.hand);
  here = await makeBranch(fleet.hand);
  there = await makeBranch(fleet.hand);
});
afterAll(() => fleet?.stop());

const byAdmin = (endpoint: { path: string }, input: object) =>
  fleet.one.call(endpoint, input, { token: admin.token });

/** A live stream that somebody has open at the second process, and all that it has said. */
async function openStream({ token }: Person) {
  const response = await fetch(`${fleet.two.url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ topics: ['branch'] }),
  });
  expect(response.status).toBe(200);
  const stream = { heard: '', isOver: false };
  void (async () => {
    const decoder = new TextDecoder();
    if (response.body) for await (const part of response.body) stream.heard += decoder.decode(part);
  })().then(
    () => Object.assign(stream, { isOver: true }),
    () => Object.assign(stream, { isOver: true }),
  );
  return stream;
}

type Stream = Awaited<ReturnType<typeof openStream>>;

const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const hears = (stream: Stream, id: number): boolean => stream.heard.includes(`"id":${id},`);

/** Writes something in a branch that its streams are told of. */
async function touch({ id }: { id: number }): Promise<void> {
  expect((await byAdmin(api.branch.update, { id, no: `N${unique()}` })).status).toBe(200);
}

const losses: Readonly<
  Record<
    string,
    { readonly make: () => Promise<Person>; readonly lose: (person: Person) => Promise<{ status: number }> }
  >
> = {
  'is moved to another branch': {
    make: () => makePerson(fleet.hand, { permissions: ['branchs'], branch_id: there.id }),
    lose: ({ id }) => byAdmin(api.account.save, { id, info: { branch_id: here.id } }),
  },
  'loses the view of all branches': {
    make: () => makePerson(fleet.hand, { permissions: ['branchs'], global: 1, branch_id: here.id }),
    lose: ({ role_id }) => byAdmin(api.role.save, { id: role_id, global: 0 }),
  },
  'stops managing one of two branches': {
    make: () => makePerson(fleet.hand, { permissions: ['branchs'], manages: [here.id, there.id] }),
    lose: () => byAdmin(api.branch.update, { id: there.id, managers_ids: [] }),
  },
};

it.each(Object.entries(losses))(
  'P12 P15 the live stream of a person who %s ends, and the next one has only the remaining events',
  async (_, { make, lose }) => {
    const person = await make();
    const bystander = await makePerson(fleet.hand, { permissions: ['branchs'], branch_id: there.id });
    const streams = { before: await openStream(person), other: await openStream(bystander) };
    await touch(there);
    await until(() =>
      expect([hears(streams.before, there.id), hears(streams.other, there.id)]).toEqual([true, true]),
    );

    expect((await lose(person)).status).toBe(200);
    await until(() => expect(streams.before.isOver).toBe(true));

    const after = await openStream(person);
    streams.other.heard = '';
    await touch(there);
    await touch(here);
    await until(() => expect(hears(after, here.id)).toBe(true));
    expect(hears(after, there.id)).toBe(false);
    // whose reach is as it was goes on with the stream that was open all the time
    await until(() => expect(hears(streams.other, there.id)).toBe(true));
    expect(streams.other.isOver).toBe(false);
    await byAdmin(api.session.revoke, { account_id: person.id });
    await byAdmin(api.session.revoke, { account_id: bystander.id });
    await until(() => expect([after.isOver, streams.other.isOver]).toEqual([true, true]));
  },
);

it('a live stream re-reads its permissions at least every 30 seconds, whatever the configuration', async () => {
  expect(fleet.hand.services.env.STREAM_CHECK_MS).toBeLessThanOrEqual(30_000);
  await expect(fleet.add({ STREAM_CHECK_MS: '30001' })).rejects.toThrow('STREAM_CHECK_MS must be a number');
});
