import { getDayRange, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, tables } from '../../core/db/tables.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { toTexts } from '../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { readSettings } from '../setting/index.ts';

type Contract = typeof api.tss.documents;
type Input = z.output<Contract['input']>;
type Row = z.output<Contract['output']>;

const readDocuments = tables
  .selectFrom('fiscal_document as d')
  .innerJoin('branch as b', 'b.id', 'd.branch_id')
  .leftJoin('tss_client as c', 'c.id', 'd.client_id')
  .select([
    'd.id',
    'd.branch_id',
    'b.names',
    'd.kind',
    'd.order_id',
    'd.return_id',
    'c.serial_number as client_serial',
    'd.state',
    'd.reason',
    'd.process_data',
    'd.transaction_number',
    'd.code',
    'd.created_at',
  ]);

/** Lists the signed and unsigned documents of the caller's branches. */
export async function listDocuments(ctx: Ctx, input: Input) {
  const scope = getEffectiveScope(ctx);
  const searched = [sql.ref('b.search'), sql`lower(c.serial_number)`, sql`d.order_id::text`];
  let query = readDocuments.where(matchesKeywords(input.keywords, ...searched));
  if (scope !== 'all') query = query.where('d.branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('d.branch_id', '=', input.branch_id);
  if (input.state !== undefined) query = query.where('d.state', '=', input.state);
  const { from_date, to_date } = input;
  const { timezone } = (await readSettings(ctx)).settings;
  if (from_date !== undefined)
    query = query.where('d.created_at', '>=', getDayRange(from_date, timezone).from);
  if (to_date !== undefined) query = query.where('d.created_at', '<', getDayRange(to_date, timezone).to);
  const sorted = query.orderBy(`d.${input.sort_by}`, input.sort_as).orderBy('d.id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(
    rows.map(
      ({ names, created_at, kind, state, reason, ...row }): Row => ({
        ...row,
        branch_name: resolveText(toTexts(names), ctx.locale),
        kind: kind as Row['kind'],
        state: state as Row['state'],
        reason: reason as Row['reason'],
        created_at: created_at.toISOString(),
      }),
    ),
    total,
    input,
  );
}
