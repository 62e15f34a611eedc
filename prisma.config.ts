import { defineConfig } from 'prisma/config';

// Only for operators who use Prisma's own command-line tool (`prisma migrate deploy`) on this folder.
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DIRECT_DATABASE_URL ?? process.env.DATABASE_URL ?? '' },
});
