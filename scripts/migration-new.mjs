import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { repoPath, root } from './lib/paths.mjs';
import { drift } from './lib/postgres/drift.mjs';
import { migrate } from './lib/postgres/migrate.mjs';
import { nameMigration } from './lib/postgres/name-migration.mjs';
import { startScratch } from './lib/postgres/scratch.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// writes the difference between the migrations and the schema into a new migration, which must be reviewed
try {
  const { positionals } = readArguments('node scripts/migration-new.mjs <name_in_snake_case>', {
    allowPositionals: true,
  });
  const name = positionals[0] ?? '';
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new UserError('usage: node scripts/migration-new.mjs <name_in_snake_case>');
  const scratch = await startScratch();
  try {
    const url = await scratch.database('next');
    await migrate(url);
    const sql = (await drift(url)).join('\n\n');
    const folder = repoPath(
      'prisma',
      'migrations',
      nameMigration(name, readdirSync(repoPath('prisma', 'migrations'))),
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'migration.sql'), `${sql}\n`);
    console.log(`${relative(root, folder)}/migration.sql${sql === '' ? ' is empty: write it by hand' : ''}`);
  } finally {
    await scratch.stop();
  }
} catch (error) {
  reportFailure(error);
}
