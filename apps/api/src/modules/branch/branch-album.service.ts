import { resolveText } from '@dukkan/commerce';
import { ALBUM_MAX, type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { pictureUrl, storePicture } from '../../core/file/pictures.ts';
import { checkOrder } from '../../core/list/check-order.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { allowedActions, omitUndefined, toJsonColumn, toTexts } from '../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { defineRecord, type RecordVersion } from '../../core/record/define-record.ts';
import { lockBranch } from './of-branch.ts';

// Rule: docs/rules/content.md#albums

type Contract = typeof api.branchAlbum;
type List = z.output<Contract['list']['input']>;
type Save = z.output<Contract['save']['input']>;
type Order = z.output<Contract['order']['input']>;
type Row = z.output<Contract['list']['output']>;

/** Longest edge of a picture in pixels. */
const PICTURE_SIZE = 1_600;

const readImages = tables
  .selectFrom('branch_album_image')
  .select(['id', 'branch_id', 'names', 'descriptions', 'ord', 'file', 'status', 'version']);

/** The searchable texts of a picture in every language, folded. */
const SEARCHED = sql<string>`fold((
  SELECT string_agg(value, ' ') FROM (SELECT * FROM jsonb_each_text(names) UNION ALL SELECT * FROM jsonb_each_text(descriptions)) x))`;

type ImageRow = InferResult<typeof readImages>[number];

/** Converts a picture for the response; texts of all languages only when requested. */
const toPictureView = (ctx: Ctx, row: ImageRow, all_locale = true): Row => ({
  id: row.id,
  branch_id: row.branch_id,
  name: resolveText(toTexts(row.names), ctx.locale),
  description: resolveText(toTexts(row.descriptions), ctx.locale) || null,
  ...(all_locale ? { names: toTexts(row.names), descriptions: toTexts(row.descriptions) } : {}),
  ord: row.ord,
  file_url: pictureUrl(row.file) ?? '',
  status: row.status,
  version: row.version,
  actions: allowedActions(ctx, 'branchs'),
});

const auditView = ({ branch_id, names, ord, file, status }: ImageRow) => ({
  branch_id,
  names: toTexts(names),
  ord,
  file,
  status,
});

/**
 * Lists pictures in order; the public sees visible ones of active branches, staff also the hidden ones of their own
 * branches.
 */
export async function list(ctx: Ctx, input: List) {
  const scope = getEffectiveScope(ctx);
  const isStaff = ctx.reach === 'full';
  let query = readImages;
  if (isStaff && input.status !== undefined) query = query.where('status', '=', input.status);
  if (!isStaff || scope !== 'all') {
    const active = tables
      .selectFrom('branch')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('status', '=', 1);
    query = query.where((eb) => {
      const published = eb.and([eb('status', '=', 1), eb('branch_id', 'in', active)]);
      return isStaff && scope !== 'all'
        ? eb.or([published, eb('branch_id', '=', anyIdSql(scope))])
        : published;
    });
  }
  if (input.branch_id !== undefined) query = query.where('branch_id', '=', input.branch_id);
  if (input.id !== undefined) query = query.where('id', '=', input.id);
  query = query.where(matchesKeywords(input.keywords, SEARCHED));
  const sorted = query.orderBy(input.sort_by, input.sort_as).orderBy('id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(
    rows.map((row) => toPictureView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Finds a picture of a branch that the caller may see, and locks the branch. @throws record.missing */
async function lockImage(ctx: Ctx, { id }: { readonly id: number }): Promise<ImageRow> {
  const existing = await fetchRow(ctx, readImages.where('id', '=', id));
  const { branch_id } = requireFound(
    existing && canSeeBranch(ctx, existing.branch_id) ? existing : undefined,
  );
  await lockBranch(ctx, branch_id);
  return requireFound(await fetchRow(ctx, readImages.where('id', '=', id)));
}

const storeAlbumPicture = (ctx: Ctx, picture: string | Uint8Array, field: string): Promise<string> =>
  storePicture(ctx, picture, { size: PICTURE_SIZE, field });

/** Stores the uploaded picture, which may be in either field. */
async function storedFile(ctx: Ctx, { file_base64, file }: Save): Promise<string | undefined> {
  if (file_base64 !== undefined) return storeAlbumPicture(ctx, file_base64, 'file_base64');
  return file === undefined ? undefined : storeAlbumPicture(ctx, file, 'file');
}

async function insertImage(ctx: Ctx, input: Save) {
  const branch_id = await lockBranch(ctx, input.branch_id);
  const standing = readImages.where('branch_id', '=', branch_id);
  if ((await countRows(ctx, standing)) >= ALBUM_MAX) fail('album.full', { max: ALBUM_MAX });
  const last = await fetchRow(ctx, standing.orderBy('ord', 'desc').limit(1));
  const file = (await storedFile(ctx, input)) ?? failField('file_base64', 'required');
  const created = await fetchRow(
    ctx,
    tables
      .insertInto('branch_album_image')
      .values({
        branch_id,
        names: JSON.stringify(input.names ?? {}),
        descriptions: JSON.stringify(input.descriptions ?? {}),
        ord: input.ord ?? (last ? last.ord + 1 : 0),
        file,
        status: input.status ?? 1,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .returning('id'),
  );
  return requireFound(created);
}

async function updateImage(ctx: Ctx, before: ImageRow, input: Save) {
  if (input.branch_id !== undefined && input.branch_id !== before.branch_id)
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  const { ord, status } = input;
  const texts = { names: toJsonColumn(input.names), descriptions: toJsonColumn(input.descriptions) };
  const columns = omitUndefined({ ord, status, file: await storedFile(ctx, input), ...texts });
  await runStatement(
    ctx,
    tables
      .updateTable('branch_album_image')
      .set({ ...columns, version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
}

const images = defineRecord({
  noun: 'branch-album',
  lock: lockImage,
  find: (ctx, id) => fetchRow(ctx, readImages.where('id', '=', id)),
  view: toPictureView,
  audit: auditView,
  insert: insertImage,
  update: updateImage,
});

/**
 * Adds or changes a picture, which cannot move to another branch.
 * @throws record.missing, record.stale, reference.missing, branch.forbidden, album.full, image.unreadable,
 * image.too_many_pixels, upload.quota
 */
export const { save } = images;

/** Reorders the pictures of a branch; the request must list each of them exactly once. @throws reference.missing */
export const reorderAlbum = (ctx: Ctx, input: Order) =>
  ctx.tx(async (ctx) => {
    const branch_id = await lockBranch(ctx, input.branch_id);
    const rows = await fetchRows(
      ctx,
      readImages.where('branch_id', '=', branch_id).orderBy('ord').orderBy('id'),
    );
    const before = rows.map(({ id }) => id);
    const { ids } = input;
    checkOrder(ids, before);
    for (const [ord, id] of ids.entries())
      await runStatement(
        ctx,
        tables.updateTable('branch_album_image').set({ ord, updated_at: ctx.now }).where('id', '=', id),
      );
    const change = { noun: 'branch-album', id: branch_id, action: 'update' } as const;
    await recordAudit(ctx, { ...change, before: { ids: before }, after: { ids }, branch_id });
    return { branch_id, ids };
  });

/** Deletes a picture for good. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, reference: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const before = await images.open(ctx, reference);
    await runStatement(ctx, tables.deleteFrom('branch_album_image').where('id', '=', before.id));
    await images.log(ctx, 'delete', before, null);
    return { deleted: 1 as const };
  });
