import { expect } from 'vitest';
import { INVARIANTS } from '../../src/core/invariants.ts';
import type { TestApp } from '../app.ts';

/** The invariants of promises.md: run after every race, crash and fuzz. */
export async function expectSound(app: TestApp, ...except: readonly string[]): Promise<void> {
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    if (except.includes(name)) continue;
    const { rows } = await app.services.database.pool.query(sql);
    expect(rows, name).toEqual([]);
  }
}
