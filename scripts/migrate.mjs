import { reportFailure } from './lib/failed.mjs';
import { migrate } from './lib/migrate.mjs';

// applies prisma/migrations to DATABASE_URL; what a container runs before the API
const key = process.env.DIRECT_DATABASE_URL ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL';
try {
  const applied = await migrate(process.env[key] ?? '', { key });
  console.log(applied.length === 0 ? 'Database is up to date' : `Applied ${applied.join(', ')}`);
} catch (error) {
  reportFailure(error);
}
