import { readArguments } from './lib/arguments.mjs';
import { migrate } from './lib/postgres/migrate.mjs';
import { readSettings } from './lib/start/settings.mjs';
import { reportFailure } from './lib/user-error.mjs';

// applies prisma/migrations to DIRECT_DATABASE_URL or DATABASE_URL; a container runs it before the API
try {
  readArguments('node scripts/migrate.mjs');
  const { directUrl = '', directKey } = readSettings();
  const applied = await migrate(directUrl, { key: directKey });
  console.log(applied.length === 0 ? 'Database is up to date' : `Applied ${applied.join(', ')}`);
} catch (error) {
  reportFailure(error);
}
