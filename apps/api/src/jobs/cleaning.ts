import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../core/ctx.ts';
import { UPLOADS } from '../core/file/files.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rows that are deleted after a while: the statement and the age in milliseconds. */
const EXPIRING_ROWS: readonly (readonly [sql: string, ms: number])[] = [
  ['DELETE FROM idempotency_key WHERE created_at < $1', DAY],
  ['DELETE FROM event WHERE at < $1', HOUR],
  ['DELETE FROM attempt WHERE expires_at < $1', 0],
  // the daily limit counts the code requests of a day
  ['DELETE FROM code_request WHERE created_at < $1', 2 * DAY],
  // failures of jobs that did not fail again; jobs that were set aside stay until somebody decides
  ['DELETE FROM job_try WHERE tried_at < $1 AND failed_at IS NULL', 7 * DAY],
  ['DELETE FROM download_ticket WHERE created_at < $1', HOUR],
  ['DELETE FROM session WHERE coalesce(revoked_at, expires_at) < $1', 7 * DAY],
  ['DELETE FROM payment_event WHERE received_at < $1', 90 * DAY],
  ["DELETE FROM message WHERE created_at < $1 AND state <> 'waiting'", 30 * DAY],
  // sent e-mails are looked up for a day only
  ['DELETE FROM order_mail WHERE created_at < $1', 2 * DAY],
  // a cart that was taken up stays for a while, so that a second till hears who has it
  ['DELETE FROM pos_hold WHERE expires_at < $1', DAY],
  ['DELETE FROM pos_pairing_code WHERE expires_at < $1', HOUR],
  // a till that was away for longer reads everything again
  ['DELETE FROM pack_change WHERE at < $1', 30 * DAY],
  // the files of imports; their rows and results stay
  [
    `UPDATE product_import SET file = NULL, images = NULL WHERE created_at < $1 AND file IS NOT NULL
        AND state NOT IN ('reading', 'checking', 'waiting', 'running', 'undoing')`,
    7 * DAY,
  ],
];

/** Runs the work for each, and throws the first failure only when all were tried, so that one holds up no others. */
async function tryEach<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await run(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Deletes rows that are past their age. */
export async function deleteExpiredRows(services: Services): Promise<void> {
  const now = services.now().getTime();
  await tryEach(EXPIRING_ROWS, ([sql, ms]) => services.database.pool.query(sql, [new Date(now - ms)]));
}

/**
 * Files that no record refers to are deleted after a day, so that a file is not removed while its record is being
 * saved.
 */
/** Every column with the name of a stored file; a test compares the list with the tables. */
export const FILE_NAME_COLUMNS = [
  'account.avatar',
  'branch.logo',
  'branch_album_image.file',
  'category.icon',
  'brand.logo',
  'brand.cover',
  'banner.image_ar',
  'banner.image_en',
  'banner.image_de',
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
     ${FILE_NAME_COLUMNS.map(namedIn).join('\n     ')}
     AND NOT EXISTS (SELECT 1 FROM setting s WHERE f.name IN (s.data->>'logo', s.data->>'favIcon'))
   ORDER BY f.created_at LIMIT 500`;

/** Deletes files that no record refers to. @returns their number */
export async function deleteUnusedFiles(services: Services): Promise<number> {
  const { pool } = services.database;
  const before = new Date(services.now().getTime() - DAY);
  const { rows } = await pool.query<{ name: string }>(ORPHANS, [before]);
  const removeFile = async ({ name }: { name: string }) => {
    await services.files.remove(name);
    await services.files.private.remove(name);
    await pool.query('DELETE FROM stored_file WHERE name = $1', [name]);
  };
  await tryEach([() => tryEach(rows, removeFile), () => cleanUploads(services)], (clean) => clean());
  return rows.length;
}

/** Deletes uploads that a killed process left on this machine. */
async function cleanUploads({ env, now }: Services): Promise<void> {
  const folder = join(env.DATA_DIR, UPLOADS);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtimeMs < now().getTime() - DAY) await rm(path, { recursive: true, force: true });
  }
}
