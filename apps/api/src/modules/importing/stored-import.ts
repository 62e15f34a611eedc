import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '@dukkan/contract';
import { requireFound } from '../../core/access.ts';
import { type Ctx, getActorId, type Upload } from '../../core/ctx.ts';
import { execute } from '../../core/db/database.ts';
import { lockRow } from '../../core/db/tables.ts';
import { UPLOADS } from '../../core/file/files.ts';
import { checkStorageQuota } from '../../core/file/pictures.ts';
import { insertEventsSql } from '../../core/insert-events.ts';
import type { TableFormat } from '../../core/spreadsheet/open.ts';
import { type ImportRecord, select } from './import.view.ts';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  zip: 'application/zip',
} as const;

/** Stores an uploaded file in the private part of the file store. @returns the name of the stored file @throws upload.* */
export async function storeUpload(ctx: Ctx, upload: Upload, format: TableFormat | 'zip'): Promise<string> {
  await checkStorageQuota(ctx, upload.bytes);
  const name = `${randomBytes(16).toString('base64url')}.${format}`;
  await ctx.services.files.private.put(name, upload.path, TYPES[format]);
  const account_id = getActorId(ctx);
  await ctx.db.stored_file.create({ data: { name, account_id, bytes: upload.bytes } });
  return name;
}

/** Returns an import. @throws record.missing */
export async function getImport(ctx: Ctx, id: number): Promise<ImportRecord> {
  return requireFound(await ctx.db.product_import.findUnique({ where: { id }, select }));
}

/** Returns an import and locks it until the transaction ends. */
export async function lockImport(ctx: Ctx, id: number): Promise<ImportRecord> {
  await lockRow(ctx, 'product_import', id);
  return getImport(ctx, id);
}

/**
 * Publishes the event that an import has changed. No audit row is written, because the changed products have their own.
 */
export async function publishImportChanged(ctx: Ctx, id: number, version: number): Promise<void> {
  await execute(ctx, insertEventsSql(ctx, [{ noun: 'product-import', id, version, branch_id: null }]));
}

/** Publishes one event for all products that a batch created, so that open lists reload. */
export async function publishProductsChanged(ctx: Ctx): Promise<void> {
  await execute(ctx, insertEventsSql(ctx, [{ noun: 'product', id: 0, version: null, branch_id: null }]));
}

/** The files of an import on the local disk. */
export type LocalImportFiles = {
  readonly table: string;
  readonly images: string | null;
  remove(): Promise<void>;
};

/** Fetches the files of an import from the file store. @throws import.expired when they were deleted */
export async function fetchImportFiles(
  ctx: Ctx,
  row: ImportRecord,
  withImages: boolean,
): Promise<LocalImportFiles> {
  const root = join(ctx.services.env.DATA_DIR, UPLOADS);
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, 'i-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const get = async (name: string, as: string): Promise<string> => {
    const path = join(folder, as);
    return (await ctx.services.files.private.get(name, path)) ? path : fail('import.expired');
  };
  try {
    const table = row.file === null ? fail('import.expired') : await get(row.file, 'table');
    const images = withImages && row.images !== null ? await get(row.images, 'images') : null;
    return { table, images, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
