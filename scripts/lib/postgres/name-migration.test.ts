import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repoPath } from '../paths.mjs';
import { nameMigration } from './name-migration.mjs';

const now = new Date('2026-11-28T13:50:59.999Z');

it.each([
  [['20261128135000_first', 'migration_lock.toml'], '20261128135059_next'],
  [['20261129040000_ahead', '20261121000100_house'], '20261129040001_next'],
  [['20261128135059_same'], '20261128135060_next'],
  [[], '20261128135059_next'],
])('after the migrations %j the next one is named %s', (folders, name) => {
  expect(nameMigration('next', folders, now)).toBe(name);
});

it('a new migration is named to run after all migrations of the repository', () => {
  const folders = readdirSync(repoPath('prisma', 'migrations')).filter((folder) => /^\d/.test(folder));
  const next = nameMigration('next', folders, new Date(0));
  expect([...folders, next].sort().at(-1)).toBe(next);
});
