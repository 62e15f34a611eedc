import { readArguments } from './lib/arguments.mjs';
import { drift } from './lib/postgres/drift.mjs';
import { migrate } from './lib/postgres/migrate.mjs';
import { startScratch } from './lib/postgres/scratch.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// checks that the schema and the migrations agree
try {
  readArguments('pnpm check:drift');
  const scratch = await startScratch();
  try {
    const url = await scratch.database('drift');
    await migrate(url);
    const found = await drift(url);
    if (found.length > 0) {
      throw new UserError(
        `prisma/schema says what no migration does (scripts/migration-new.mjs):\n${found.join('\n')}`,
      );
    }
  } finally {
    await scratch.stop();
  }
} catch (error) {
  reportFailure(error);
}
