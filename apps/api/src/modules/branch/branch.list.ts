import { parsePhonePart } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma, queryRows } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { localizedSortSql, orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { type AlbumAndMethodsRow, type BranchRow, isPartRequested, rowView } from './branch.view.ts';

type List = z.output<typeof api.branch.list.input>;

/** Condition that matches any part of the phone numbers of branch `b`, as typed. */
function hasPhone(ctx: Ctx, keywords: string): Prisma.Sql {
  const digits = parsePhonePart(keywords)?.replace(/^(\+|00)/, '') ?? '';
  return ctx.reach === 'full' && digits.length >= 4
    ? Prisma.sql`array_to_string(b.phones, ' ') LIKE ${`%${digits}%`}`
    : Prisma.sql`FALSE`;
}

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const scope = getEffectiveScope(ctx);
  const filters = [Prisma.sql`b.deleted_at IS NULL`];
  // the scope is a separate condition that no filter can replace
  if (scope !== 'all') filters.push(Prisma.sql`b.id = ANY(${[...scope]}::int[])`);
  const words = keywordConditions(input.keywords, Prisma.sql`b.search`);
  if (words.length > 0)
    filters.push(Prisma.sql`((${Prisma.join(words, ' AND ')}) OR ${hasPhone(ctx, input.keywords ?? '')})`);
  if (input.id !== undefined) filters.push(Prisma.sql`b.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`b.status = ${input.status}`);
  if (input.warehouse !== undefined) filters.push(Prisma.sql`b.warehouse = ${input.warehouse}`);
  if (input.pos_id !== undefined)
    filters.push(
      Prisma.sql`EXISTS (SELECT 1 FROM pos_device d WHERE d.branch_id = b.id AND d.id = ${input.pos_id}::int AND d.deleted_at IS NULL)`,
    );
  return Prisma.join(filters, ' AND ');
}

/** Columns of a list row in the shape of `rowSelect`; deleted managers and staff are left out. */
const COLUMNS = Prisma.sql`
  b.id, b.no, b.names, b.addresses, b.phones, b.warehouse, b.status, b.logo, b.settings, b.version,
  (SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'status', d.status, 'last_seen', d.last_seen)
            ORDER BY d.ord, d.id), '[]')
     FROM pos_device d WHERE d.branch_id = b.id AND d.deleted_at IS NULL) AS pos_devices,
  (SELECT json_build_object('names', c.names) FROM location c WHERE c.id = b.city_id) AS city,
  (SELECT coalesce(json_agg(json_build_object('account', json_build_object('id', a.id, 'name', a.name)) ORDER BY a.id), '[]')
     FROM branch_manager m JOIN account a ON a.id = m.account_id
    WHERE m.branch_id = b.id AND a.deleted_at IS NULL) AS managers,
  (SELECT json_build_object('staff', count(*)) FROM account a
    WHERE a.branch_id = b.id AND a.deleted_at IS NULL) AS "_count"`;

/**
 * Columns of a payment or delivery method, sorted as in the lists of /admin/branch/payments and
 * /admin/branch/deliveries.
 */
const METHOD = Prisma.sql`'id', m.id, 'code', m.code, 'titles', m.titles, 'image', m.image, 'status', m.status`;

/** SQL for the active methods of a branch `b`; assignments of disabled ones are not returned. */
const METHODS = Prisma.sql`json_build_object(
  'payments', (SELECT coalesce(json_agg(json_build_object(${METHOD}, 'type', m.type, 'master', m.master) ORDER BY m.ord, m.id), '[]')
     FROM branch_payment x JOIN payment_method m ON m.id = x.payment_id
    WHERE x.branch_id = b.id AND m.deleted_at IS NULL AND m.status = 1),
  'deliveries', (SELECT coalesce(json_agg(json_build_object(${METHOD}, 'inhouse', m.inhouse) ORDER BY m.ord, m.id), '[]')
     FROM branch_delivery x JOIN delivery_method m ON m.id = x.delivery_id
    WHERE x.branch_id = b.id AND m.deleted_at IS NULL AND m.status = 1)) AS methods`;

/** SQL for the pictures of a branch `b` that customers see, in order. */
const ALBUM = Prisma.sql`(SELECT coalesce(json_agg(json_build_object('id', i.id, 'names', i.names, 'descriptions',
    i.descriptions, 'ord', i.ord, 'file', i.file) ORDER BY i.ord, i.id), '[]')
  FROM branch_album_image i WHERE i.branch_id = b.id AND i.status = 1) AS album`;

/** SQL for the optional parts of a branch that were requested. */
function besideSql(ctx: Ctx, input: List): Prisma.Sql {
  if (ctx.reach !== 'full') return Prisma.empty;
  const parts = [
    isPartRequested(input, 'methods') ? METHODS : null,
    isPartRequested(input, 'album') ? ALBUM : null,
  ];
  const asked = parts.filter((part) => part !== null);
  return asked.length === 0 ? Prisma.empty : Prisma.sql`, ${Prisma.join(asked)}`;
}

/** Lists the branches in the caller's scope. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const sorts: Record<List['sort_by'], Prisma.Sql> = {
    id: Prisma.sql`b.id`,
    name: localizedSortSql(ctx, Prisma.sql`b.names`),
    no: Prisma.sql`b.no`,
    status: Prisma.sql`b.status`,
  };
  const { skip, take } = toSkipTake(input);
  const [counted] = await queryRows<{ total: number }>(
    ctx,
    Prisma.sql`SELECT count(*)::int AS total FROM branch b WHERE ${where}`,
  );
  const rows = await queryRows<BranchRow & AlbumAndMethodsRow>(
    ctx,
    Prisma.sql`SELECT ${COLUMNS} ${besideSql(ctx, input)} FROM branch b WHERE ${where}
      ${orderBySql(sorts[input.sort_by], Prisma.sql`b.id`, input.sort_as)} LIMIT ${take} OFFSET ${skip}`,
  );
  return toPage(
    rows.map((row) => rowView(ctx, row, input)),
    counted?.total ?? 0,
    input,
  );
}
