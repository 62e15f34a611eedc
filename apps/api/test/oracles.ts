import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { api, type Endpoint } from '@dukkan/contract';
import { expect } from 'vitest';
import type { Person } from './actors.ts';
import type { TestApp } from './app.ts';
import type { Group, Oracle, RecordFields } from './oracle.ts';

const modules = fileURLToPath(new URL('../src/modules/', import.meta.url));

/** The oracles of all nouns that have one, each in `<noun>.oracle.ts` beside its service. */
export const ORACLES: readonly Oracle[] = await Promise.all(
  globSync(`${modules}**/*.oracle.ts`)
    .toSorted()
    .map(async (file) => ((await import(pathToFileURL(file).href)) as { oracle: Oracle }).oracle),
);

/** The endpoint of a noun, or undefined if it has none of that name. */
export const endpointOf = ({ group }: Oracle, verb: string): Endpoint | undefined =>
  (api[group] as unknown as Readonly<Record<string, Endpoint>>)[verb];

/** Joins what every oracle says by path. */
const gather = <T>(of: (oracle: Oracle) => Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(ORACLES.flatMap((oracle) => Object.entries(of(oracle))));

/** Who may call the endpoints of the oracles' nouns. */
export const CALLS = gather(({ calls }) => calls);
/** Who reads disabled records of the oracles' nouns. */
export const READERS = gather(({ readers = {} }) => readers);

/** Writes a record of a noun that has an oracle. @returns its id */
export function makeRecord(app: TestApp, group: Group, given?: RecordFields): Promise<number> {
  const oracle = ORACLES.find((one) => one.group === group);
  if (!oracle) throw new Error(`${group} has no oracle.`);
  return oracle.make(app, given);
}

/** Makes a record and deletes it. @returns the body that restores it */
async function makeDeleted(app: TestApp, by: Person, oracle: Oracle): Promise<object> {
  const id = await oracle.make(app);
  const reply = await app.call(endpointOf(oracle, 'remove') as Endpoint, { id }, { token: by.token });
  expect(reply.status, reply.text).toBe(200);
  return { id };
}

type Body = (app: TestApp, by: Person) => object | Promise<object>;

/** A body that each write of an oracle's noun accepts, by path. */
export const ACCEPTED = gather<Body>((oracle) => {
  const bodies: readonly (readonly [string, Body])[] = [
    ['save', oracle.creates],
    ['remove', async (app) => ({ id: await oracle.make(app) })],
    ['restore', (app, by) => makeDeleted(app, by, oracle)],
  ];
  const own = bodies.flatMap(([verb, body]) => {
    const path = endpointOf(oracle, verb)?.path;
    return path === undefined ? [] : [[path, body] as const];
  });
  return { ...Object.fromEntries(own), ...oracle.accepts };
});

/** A body with which each save of an oracle's noun changes a record, or creates one where none is changed alone. */
export const SAVED = gather<Body>((oracle) => {
  const path = endpointOf(oracle, 'save')?.path;
  const { changes } = oracle;
  const change: Body = async (app) => ({ id: await oracle.make(app), ...changes });
  return path === undefined ? {} : { [path]: changes ? change : oracle.creates };
});
