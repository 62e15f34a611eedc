import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, lockRow, runStatement, tables } from '../../../core/db/tables.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { canDecide, nameTill } from './till-row.ts';

// Rule: docs/rules/till-sales.md#exceptions

type Contract = typeof api.tillException;
type Row = z.output<Contract['list']['output']>;

const readRows = tables
  .selectFrom('pos_exception as e')
  .innerJoin('branch as b', 'b.id', 'e.branch_id')
  .innerJoin('order as o', 'o.id', 'e.order_id')
  .leftJoin('pos_device as d', 'd.id', 'e.device_id')
  .leftJoin('account as closer', 'closer.id', 'e.closed_by')
  .select(({ cast, ref }) => [
    'e.id',
    'e.branch_id',
    'b.names as branch_names',
    'e.device_id',
    'd.name as device_name',
    ref('e.kind').$castTo<Row['kind']>().as('kind'),
    ref('e.state').$castTo<Row['state']>().as('state'),
    'e.order_id',
    'o.till_no',
    cast<number | null>('e.amount', 'float8').as('amount'),
    'e.currency',
    ref('e.details').$castTo<Row['details']>().as('details'),
    'e.created_at',
    'e.closed_at',
    'closer.name as closed_by_name',
    'e.note',
  ]);

type StoredRow = InferResult<typeof readRows>[number];

function view(ctx: Ctx, stored: StoredRow): Row {
  const { branch_names: _, ...row } = stored;
  return {
    ...row,
    ...nameTill(ctx, stored),
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    actions: row.state === 'closed' || !canDecide(ctx) ? [] : ['close'],
  };
}

/** Lists what differs in sales of tills in the caller's branches. */
export async function listExceptions(ctx: Ctx, input: z.output<Contract['list']['input']>) {
  const scope = getEffectiveScope(ctx);
  let query = readRows;
  if (scope !== 'all') query = query.where('e.branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('e.branch_id', '=', input.branch_id);
  if (input.device_id !== undefined) query = query.where('e.device_id', '=', input.device_id);
  if (input.order_id !== undefined) query = query.where('e.order_id', '=', input.order_id);
  if (input.state !== undefined) query = query.where('e.state', '=', sql.lit(input.state));
  if (input.kind !== undefined) query = query.where('e.kind', '=', input.kind);
  if (input.id !== undefined) query = query.where('e.id', '=', input.id);
  const [rows, total] = await fetchPage(ctx, query.orderBy('e.id', input.sort_as), query, input);
  return toPage(
    rows.map((row) => view(ctx, row)),
    total,
    input,
  );
}

/** Closes an exception with a note. @throws record.missing, till.exception_closed */
export const closeException = (ctx: Ctx, { id, note }: z.output<Contract['close']['input']>) =>
  ctx.tx(async (ctx) => {
    await lockRow(ctx, 'pos_exception', id);
    const read = () => fetchRow(ctx, readRows.where('e.id', '=', id));
    const row = await read();
    const before = requireFound(row && canSeeBranch(ctx, row.branch_id) ? row : undefined);
    if (before.state === 'closed') fail('till.exception_closed');
    await runStatement(
      ctx,
      tables
        .updateTable('pos_exception')
        .set({ state: 'closed', note, closed_by: getActorId(ctx), closed_at: ctx.now })
        .where('id', '=', id),
    );
    await recordAudit(ctx, {
      noun: 'till-exception',
      id,
      action: 'close',
      before: { state: before.state, note: null },
      after: { state: 'closed', note },
      branch_id: before.branch_id,
    });
    return view(ctx, requireFound(await read()));
  });
