import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope, requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { allowedActions, omitUndefined } from '../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { defineRecord, type RecordVersion } from '../../core/record/define-record.ts';
import { nextDeviceIds } from './equipment.ts';
import { lockBranch } from './of-branch.ts';
import { printTestPage, resolvePrinterAddress } from './printer-connection.ts';

// Rule: docs/rules/tills.md#printers

type Contract = typeof api.printer;
type List = z.output<Contract['list']['input']>;
type Save = z.output<Contract['save']['input']>;
type Row = z.output<Contract['list']['output']>;

const readPrinters = tables
  .selectFrom('printer')
  .select([
    'id',
    'branch_id',
    'name',
    'host',
    'port',
    'profile',
    'roles',
    'last_answer',
    'last_answer_at',
    'version',
  ]);

type PrinterRow = InferResult<typeof readPrinters>[number];

const toPrinterView = (ctx: Ctx, row: PrinterRow): Row => ({
  ...row,
  profile: row.profile as Row['profile'],
  last_answer_at: row.last_answer_at?.toISOString() ?? null,
  actions: allowedActions(ctx, 'branchs'),
});

const auditView = ({ name, host, port, profile, roles, last_answer }: PrinterRow) => ({
  name,
  host,
  port,
  profile,
  roles,
  last_answer,
});

/** Lists the printers of the caller's branches. */
export async function list(ctx: Ctx, input: List) {
  const scope = getEffectiveScope(ctx);
  let query = readPrinters;
  if (scope !== 'all') query = query.where('branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('branch_id', '=', input.branch_id);
  if (input.id !== undefined) query = query.where('id', '=', input.id);
  query = query.where(matchesKeywords(input.keywords, sql<string>`fold(name)`));
  const sorted = query.orderBy(input.sort_by, input.sort_as).orderBy('id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(
    rows.map((row) => toPrinterView(ctx, row)),
    total,
    input,
  );
}

/** Finds a printer that the caller may see. @throws record.missing */
async function findPrinter(ctx: Ctx, id: number): Promise<PrinterRow> {
  const row = await fetchRow(ctx, readPrinters.where('id', '=', id));
  return requireFound(row && canSeeBranch(ctx, row.branch_id) ? row : undefined);
}

async function lockPrinter(ctx: Ctx, { id }: { readonly id: number }): Promise<PrinterRow> {
  const { branch_id } = await findPrinter(ctx, id);
  await lockBranch(ctx, branch_id);
  return findPrinter(ctx, id);
}

/** Maximum number of printers per branch. */
const PRINTERS_MAX = 20;
const DEFAULT_PORT = 9_100;

async function insertPrinter(ctx: Ctx, input: Save) {
  const branch_id = await lockBranch(ctx, input.branch_id);
  const standing = await countRows(ctx, readPrinters.where('branch_id', '=', branch_id));
  if (standing >= PRINTERS_MAX) failField('branch_id', 'max_items', { max: PRINTERS_MAX });
  const [id = 0] = await nextDeviceIds(ctx, 1);
  const { name, host, port = DEFAULT_PORT, profile = '80mm', roles = ['receipt'] } = input;
  const values = {
    id,
    branch_id,
    name: name ?? failField('name', 'required'),
    host: host ?? failField('host', 'required'),
    port,
    profile,
    roles,
    ord: standing,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  await runStatement(ctx, tables.insertInto('printer').values(values));
  return { id };
}

async function updatePrinter(ctx: Ctx, before: PrinterRow, input: Save) {
  if (input.branch_id !== undefined && input.branch_id !== before.branch_id)
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  const { name, host, port, profile, roles } = input;
  const columns = omitUndefined({ name, host, port, profile, roles });
  await runStatement(
    ctx,
    tables
      .updateTable('printer')
      .set({ ...columns, version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
}

const printers = defineRecord({
  noun: 'printer',
  lock: lockPrinter,
  find: (ctx, id) => fetchRow(ctx, readPrinters.where('id', '=', id)),
  view: toPrinterView,
  audit: auditView,
  insert: insertPrinter,
  update: updatePrinter,
});

/**
 * Refuses an address that the server would not print on; a name that is unknown now may be known later. It is resolved
 * outside of the transaction. @throws printer.address
 */
async function checkAddress(ctx: Ctx, { id, host, port }: Save): Promise<void> {
  if (host === undefined && port === undefined) return;
  const before = id === undefined ? { host: '', port: DEFAULT_PORT } : await findPrinter(ctx, id);
  const address = { host: host ?? before.host, port: port ?? before.port };
  if (address.host !== '') await resolvePrinterAddress(address, ctx.services.env.PRINTER_NETWORKS);
}

/**
 * Adds or changes a printer, which cannot move to another branch.
 * @throws record.missing, record.stale, reference.missing, branch.forbidden, printer.address
 */
export async function save(ctx: Ctx, input: Save) {
  await checkAddress(ctx, input);
  return printers.save(ctx, input);
}

/** Deletes a printer for good. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, reference: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const before = await printers.open(ctx, reference);
    await runStatement(ctx, tables.deleteFrom('printer').where('id', '=', before.id));
    await printers.log(ctx, 'delete', before, null);
    return { deleted: 1 as const };
  });

/**
 * Prints a test page that shows the paper width, and stores the result.
 * @throws record.missing, printer.address for an address outside the private network
 */
export async function printAndRecordTestPage(ctx: Ctx, { id }: { id: number }) {
  const printer = await findPrinter(ctx, id);
  // outside of a transaction, because a printer may take seconds to answer
  const last_answer = await printTestPage(printer, ctx.services.env.PRINTER_NETWORKS);
  return ctx.tx(async (ctx) => {
    const before = await findPrinter(ctx, id);
    const saved = { last_answer, last_answer_at: ctx.now };
    await runStatement(ctx, tables.updateTable('printer').set(saved).where('id', '=', id));
    return printers.answer(ctx, before, id);
  });
}
