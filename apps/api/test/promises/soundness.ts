import pg from 'pg';
import { expect } from 'vitest';
import { INVARIANTS } from '../../src/core/invariant/invariants.ts';
import type { TestApp } from '../app.ts';

/** What is always true of a shop: checked after every race, crash and fuzz. */
export async function expectSound(app: TestApp, ...except: readonly string[]): Promise<void> {
  // a request's limit is not meant for what reads a whole shop
  const client = new pg.Client({ connectionString: app.database });
  await client.connect();
  try {
    for (const [name, sql] of Object.entries(INVARIANTS)) {
      if (except.includes(name)) continue;
      const { rows } = await client.query(sql);
      expect(rows, name).toEqual([]);
    }
  } finally {
    await client.end();
  }
}
