import { parsePhonePart } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRows } from '../../core/db/tables.ts';
import { hasKeywords, matchesKeywords } from '../../core/list/keywords.ts';
import { localizedSort } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import {
  type BranchQuery,
  isPartRequested,
  readBranches,
  readBranchesWithAlbum,
  readBranchesWithMethods,
  rowView,
} from './branch.view.ts';

type List = z.output<typeof api.branch.list.input>;

/** Condition that matches any part of the phone numbers of branch `b`, as typed. */
function hasPhone(ctx: Ctx, keywords: string): RawBuilder<boolean> {
  const digits = parsePhonePart(keywords)?.replace(/^(\+|00)/, '') ?? '';
  return ctx.reach === 'full' && digits.length >= 4
    ? sql<boolean>`array_to_string(${sql.ref('b.phones')}, ' ') LIKE ${`%${digits}%`}`
    : sql<boolean>`FALSE`;
}

function filterBranches(ctx: Ctx, input: List): BranchQuery {
  const { id, status, warehouse, pos_id, keywords } = input;
  const scope = getEffectiveScope(ctx);
  let query = readBranches.where('b.deleted_at', 'is', null);
  // the scope is a separate condition that no filter can replace
  if (scope !== 'all') query = query.where('b.id', '=', anyIdSql(scope));
  if (hasKeywords(keywords))
    query = query.where(({ or }) =>
      or([matchesKeywords(keywords, sql.ref('b.search')), hasPhone(ctx, keywords ?? '')]),
    );
  if (id !== undefined) query = query.where('b.id', '=', id);
  if (status !== undefined) query = query.where('b.status', '=', status);
  if (warehouse !== undefined) query = query.where('b.warehouse', '=', warehouse);
  if (pos_id !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('pos_device as d')
          .select('d.id')
          .whereRef('d.branch_id', '=', 'b.id')
          .where('d.id', '=', pos_id)
          .where('d.deleted_at', 'is', null),
      ),
    );
  return query;
}

function sortBranches(ctx: Ctx, query: BranchQuery, { sort_by, sort_as }: List): BranchQuery {
  const name = localizedSort(ctx, sql.ref('b.names'));
  const sorted = sort_by === 'name' ? query.orderBy(name, sort_as) : query.orderBy(`b.${sort_by}`, sort_as);
  return sorted.orderBy('b.id', sort_as);
}

/** Lists the branches in the caller's scope. */
export async function list(ctx: Ctx, input: List) {
  const query = filterBranches(ctx, input);
  const { skip, take } = toSkipTake(input);
  const isRequested = (part: 'methods' | 'album') => ctx.reach === 'full' && isPartRequested(input, part);
  const page = sortBranches(ctx, query, input)
    .limit(take)
    .offset(skip)
    .$if(isRequested('methods'), readBranchesWithMethods)
    .$if(isRequested('album'), readBranchesWithAlbum);
  const [rows, total] = await Promise.all([fetchRows(ctx, page), countRows(ctx, query)]);
  return toPage(
    rows.map((row) => rowView(ctx, row, input)),
    total,
    input,
  );
}
