import type { Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { endpointOf, ORACLES } from './oracles.ts';

// What every record does, whatever it is of; what only one noun does is tested beside its service.

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const saved = ORACLES.filter((oracle) => endpointOf(oracle, 'save'));

describe.each(saved.map((oracle) => [oracle.group, oracle] as const))('%s', (_, oracle) => {
  const call = async (verb: string, input: object) => {
    const reply = await app.call(endpointOf(oracle, verb) as Endpoint, input, { token: admin.token });
    return { ...reply, record: reply.results as unknown as { id: number; version: number } };
  };
  const isListed = async (id: number): Promise<boolean> => {
    const { results } = await call('list', { id });
    return (results as unknown as { id: number }[]).some((row) => row.id === id);
  };
  const history = async (id: number) => {
    const { rows } = await app.services.database.pool.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE noun = $1 AND record_id = $2 ORDER BY id`,
      [oracle.group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), String(id)],
    );
    return rows.map(({ action }) => action);
  };

  it('creates a record in version 1, lists it and logs it', async () => {
    const made = await call('save', await oracle.creates(app));
    expect(made.status, made.text).toBe(200);
    expect(made.record.version).toBe(1);
    expect(await isListed(made.record.id)).toBe(true);
    expect(await history(made.record.id)).toEqual(['create']);
  });

  it('changes what is sent and refuses a change of an older version', async () => {
    const { changes } = oracle;
    if (!changes) return;
    const id = await oracle.make(app);
    const changed = await call('save', { id, ...changes, version: 1 });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.results).toMatchObject({ ...changes, version: 2 });
    const stale = await call('save', { id, ...changes, version: 1 });
    expect([stale.status, stale.failure.code]).toEqual([409, 'record.stale']);
    expect(await history(id)).toEqual(['update']);
  });

  it('deletes a record once, in the version that was seen', async () => {
    const id = await oracle.make(app);
    const stale = await call('remove', { id, version: 9 });
    expect([stale.status, stale.failure.code]).toEqual([409, 'record.stale']);
    expect((await call('remove', { id, version: 1 })).results).toEqual({ deleted: 1 });
    expect(await isListed(id)).toBe(false);
    for (const [verb, input] of [
      ['remove', { id }],
      ['save', { id, ...oracle.changes }],
    ] as const)
      expect((await call(verb, input)).failure.code, verb).toBe('record.missing');
    expect(await history(id)).toEqual(['delete']);
  });

  it('brings a record back within a day, and one that was not deleted never', async () => {
    if (!endpointOf(oracle, 'restore')) return;
    const id = await oracle.make(app);
    expect((await call('restore', { id })).failure.code).toBe('record.missing');
    await call('remove', { id });
    const back = await call('restore', { id });
    expect([back.status, back.record.id, back.record.version], back.text).toEqual([200, id, 3]);
    expect(await isListed(id)).toBe(true);
    expect(await history(id)).toEqual(['delete', 'restore']);
    await call('remove', { id });
    await app.services.database.pool.query(
      `UPDATE ${oracle.group.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}
          SET deleted_at = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    expect((await call('restore', { id })).failure.code).toBe('record.missing');
  });
});
