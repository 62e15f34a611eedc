import { createRequire } from 'node:module';
import pg from 'pg';
import { repoPath } from '../paths.mjs';

// the read floor: a minimal server that returns twenty indexed rows as JSON, as a reference for the same machine
const { default: fastify } = await import(
  createRequire(repoPath('apps', 'api', 'package.json')).resolve('fastify')
);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
app.post('/', async () => {
  const { rows } = await pool.query({
    name: 'floor',
    text: `SELECT id, titles, price::float8 AS price, status, version FROM product
            WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 20`,
  });
  return { results: rows };
});
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
