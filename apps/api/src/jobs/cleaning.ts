import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS } from '../core/files.ts';
import type { Services } from '../core/services.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is only kept for a while: table, the condition on its age, and that age. */
const KEPT: readonly (readonly [sql: string, ms: number])[] = [
  ['DELETE FROM idempotency_key WHERE created_at < $1', DAY],
  ['DELETE FROM event WHERE at < $1', HOUR],
  ['DELETE FROM attempt WHERE expires_at < $1', 0],
  // a day of code requests is what the daily limit counts (decisions section 6)
  ['DELETE FROM code_request WHERE created_at < $1', 2 * DAY],
  // jobs that failed and were never asked for again; what was set aside stays until somebody has decided
  ['DELETE FROM job_try WHERE tried_at < $1 AND failed_at IS NULL', 7 * DAY],
  ['DELETE FROM download_ticket WHERE created_at < $1', HOUR],
  ['DELETE FROM session WHERE coalesce(revoked_at, expires_at) < $1', 7 * DAY],
  ["DELETE FROM message WHERE created_at < $1 AND state <> 'waiting'", 30 * DAY],
  // the files of imports: their rows and results stay (decisions 10)
  [
    `UPDATE product_import SET file = NULL, images = NULL WHERE created_at < $1 AND file IS NOT NULL
        AND state NOT IN ('reading', 'checking', 'waiting', 'running', 'undoing')`,
    7 * DAY,
  ],
];

/** Removes what has served its time. */
export async function cleanTables(services: Services): Promise<void> {
  const now = services.now().getTime();
  for (const [sql, ms] of KEPT) await services.database.pool.query(sql, [new Date(now - ms)]);
}

/** Pictures that no record shows and files that no import needs; a day old, so that one which is just being saved is left alone. */
/** Every column that names a stored file; a test compares them with the tables. */
export const NAMES_OF_FILES = [
  'account.avatar',
  'branch.logo',
  'category.icon',
  'brand.logo',
  'brand.cover',
  'product_image.file',
  'product_image.thumb',
  'product_import.file',
  'product_import.images',
  'offer.image',
  'delivery_method.image',
  'payment_method.image',
] as const;

const namedIn = (column: string): string => {
  const [table] = column.split('.');
  return `AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${column} = f.name)`;
};

const ORPHANS = `
  SELECT f.name FROM stored_file f
   WHERE f.created_at < $1
     ${NAMES_OF_FILES.map(namedIn).join('\n     ')}
     AND NOT EXISTS (SELECT 1 FROM setting s WHERE f.name IN (s.data->>'logo', s.data->>'favIcon'))
   ORDER BY f.created_at LIMIT 500`;

/** Removes files that nothing points to any more. @returns how many */
export async function cleanFiles(services: Services): Promise<number> {
  const { pool } = services.database;
  const before = new Date(services.now().getTime() - DAY);
  const { rows } = await pool.query<{ name: string }>(ORPHANS, [before]);
  for (const { name } of rows) {
    await services.files.remove(name);
    await services.files.private.remove(name);
    await pool.query('DELETE FROM stored_file WHERE name = $1', [name]);
  }
  await cleanUploads(services);
  return rows.length;
}

/** What a killed process left of uploads on this machine's disk. */
async function cleanUploads({ env, now }: Services): Promise<void> {
  const folder = join(env.DATA_DIR, UPLOADS);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtimeMs < now().getTime() - DAY) await rm(path, { recursive: true, force: true });
  }
}
