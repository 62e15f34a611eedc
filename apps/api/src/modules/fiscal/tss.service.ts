import { randomUUID } from 'node:crypto';
import { resolveText, toClientSerial } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { toTexts } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { lockBranch } from '../branch/index.ts';
import { getShopName, readSettings } from '../setting/index.ts';
import { getFiscalProvider } from './providers.ts';

// Rule: docs/rules/taxes.md#certificates

type Contract = typeof api.tss;
type List = z.output<Contract['list']['input']>;
type Create = z.output<Contract['create']['input']>;
type Row = z.output<Contract['list']['output']>;

/** Number of days in a strip; today is the last. */
const DAYS = 30;
/** Maximum length of the organization in a certificate. */
const ORGANIZATION_MAX = 64;

const readTss = tables
  .selectFrom('tss as t')
  .innerJoin('branch as b', 'b.id', 't.branch_id')
  .select([
    't.id',
    't.branch_id',
    'b.names',
    't.provider',
    't.environment',
    't.state',
    't.description',
    't.serial_number',
    't.public_key',
    't.signature_algorithm',
    't.log_time_format',
    't.certificate',
    't.valid_from',
    't.valid_to',
    't.signature_counter',
    't.transaction_counter',
    't.last_log_time',
    't.last_error',
    sql<Row['clients']>`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'device_id', c.device_id,
      'device_name', d.name, 'serial_number', c.serial_number, 'state', c.state) ORDER BY d.ord, d.id), '[]')
      FROM tss_client c JOIN pos_device d ON d.id = c.device_id WHERE c.tss_id = t.id)`.as('clients'),
    sql<number>`(SELECT count(*)::int FROM fiscal_document f WHERE f.tss_id = t.id
      AND f.state IN ('waiting', 'signing'))`.as('waiting'),
  ]);

type TssRow = Awaited<ReturnType<typeof fetchTss>>[number];
const fetchTss = (ctx: Ctx, query: typeof readTss) => fetchRows(ctx, query);

/** Counts the signed and unsigned receipts of each branch on each of the last days. */
async function readDays(
  ctx: Ctx,
  branch_ids: readonly number[],
): Promise<(branch_id: number) => Row['days']> {
  const { timezone } = (await readSettings(ctx)).settings;
  const rows = await fetchRows(
    ctx,
    sql<Row['days'][number] & { branch_id: number }>`
      WITH today AS (SELECT (${ctx.now}::timestamptz AT TIME ZONE ${timezone})::date AS date)
      SELECT b.branch_id, to_char(day, 'YYYY-MM-DD') AS date,
             count(f.id) FILTER (WHERE f.state = 'sealed')::int AS signed,
             count(f.id) FILTER (WHERE f.state = 'outage')::int AS outages
        FROM today CROSS JOIN unnest(${[...branch_ids]}::int[]) AS b(branch_id)
       CROSS JOIN generate_series(today.date - ${DAYS - 1}::int, today.date, '1 day') AS day
        LEFT JOIN fiscal_document f ON f.branch_id = b.branch_id
              AND f.created_at >= day::timestamp AT TIME ZONE ${timezone}
              AND f.created_at < (day::timestamp + interval '1 day') AT TIME ZONE ${timezone}
       GROUP BY b.branch_id, day ORDER BY b.branch_id, day`,
  );
  return (branch_id) => rows.flatMap(({ branch_id: of, ...day }) => (of === branch_id ? [day] : []));
}

async function toViews(ctx: Ctx, rows: readonly TssRow[]): Promise<Row[]> {
  const daysOf = await readDays(ctx, [...new Set(rows.map(({ branch_id }) => branch_id))]);
  return rows.map(
    ({ names, provider, environment, state, valid_from, valid_to, last_log_time, ...row }): Row => ({
      ...row,
      branch_name: resolveText(toTexts(names), ctx.locale),
      provider: provider as Row['provider'],
      environment: environment as Row['environment'],
      state: state as Row['state'],
      valid_from: valid_from.toISOString(),
      valid_to: valid_to.toISOString(),
      last_signed_at: last_log_time?.toISOString() ?? null,
      days: daysOf(row.branch_id),
    }),
  );
}

/** Lists the TSS of the caller's branches. */
export async function list(ctx: Ctx, input: List) {
  const scope = getEffectiveScope(ctx);
  const tills = sql`(SELECT string_agg(d.name || ' ' || c.serial_number, ' ')
    FROM tss_client c JOIN pos_device d ON d.id = c.device_id WHERE c.tss_id = t.id)`;
  const texts = sql`fold(concat_ws(' ', t.description, t.serial_number, ${tills}))`;
  let query = readTss.where(matchesKeywords(input.keywords, sql.ref('b.search'), texts));
  if (scope !== 'all') query = query.where('t.branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('t.branch_id', '=', input.branch_id);
  if (input.provider !== undefined) query = query.where('t.provider', '=', input.provider);
  if (input.state !== undefined) query = query.where('t.state', '=', input.state);
  const { skip, take } = toSkipTake(input);
  const sorted = query.orderBy(`t.${input.sort_by}`, input.sort_as).orderBy('t.id', input.sort_as);
  const [rows, total] = await Promise.all([
    fetchTss(ctx, sorted.limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  return toPage(await toViews(ctx, rows), total, input);
}

/**
 * Locks the branch that signing is set up for, so that the second of two parallel requests finds what the first
 * created.
 */
async function lockGermanBranch(ctx: Ctx, branch_id: number) {
  await lockBranch(ctx, branch_id);
  const branch = await fetchRow(
    ctx,
    tables
      .selectFrom('branch as b')
      .leftJoin('location as l', 'l.id', 'b.country_id')
      .select(['b.no', 'l.code as country'])
      .where('b.id', '=', branch_id),
  );
  if (branch?.country !== 'DE') fail('fiscal.country', undefined, 'branch_id');
  return branch;
}

/** Returns the TSS of a branch, set up if it has none. @returns its id, and whether it is new */
async function setUpTss(ctx: Ctx, input: Create, organization: string): Promise<[string, boolean]> {
  const provider = getFiscalProvider(ctx.services, input.provider ?? 'soft');
  const standing = await fetchRow(
    ctx,
    tables
      .selectFrom('tss')
      .select('id')
      .where('branch_id', '=', input.branch_id)
      .where('state', 'not in', ['DISABLED', 'DELETED']),
  );
  if (standing) return [standing.id, false];
  const issued = provider.setUp({ organization, country: 'DE', now: ctx.now });
  const id = randomUUID();
  await runStatement(
    ctx,
    tables.insertInto('tss').values({
      ...issued,
      id,
      branch_id: input.branch_id,
      provider: provider.kind,
      environment: provider.environment,
      state: 'INITIALIZED',
      description: input.description ?? null,
      created_at: ctx.now,
    }),
  );
  return [id, true];
}

/** Registers a till under a certificate, once. @returns its client name if it is new */
async function registerClient(
  ctx: Ctx,
  tss_id: string,
  { branch_id, device_id }: { branch_id: number; device_id: number },
  branch_no: string | null,
): Promise<string | null> {
  const device = await fetchRow(
    ctx,
    tables
      .selectFrom('pos_device')
      .select('id')
      .where('id', '=', device_id)
      .where('branch_id', '=', branch_id)
      .where('deleted_at', 'is', null),
  );
  if (!device) fail('reference.missing', { field: 'device_id' }, 'device_id');
  const serial_number =
    toClientSerial(branch_no ?? String(branch_id), device_id) ??
    fail('fiscal.client_serial', undefined, 'branch_id');
  const inserted = await runStatement(
    ctx,
    tables
      .insertInto('tss_client')
      .values({ id: randomUUID(), tss_id, device_id, serial_number, created_at: ctx.now })
      .onConflict((conflict) => conflict.columns(['tss_id', 'device_id']).doNothing()),
  );
  return inserted === 1 ? serial_number : null;
}

/**
 * Sets up signing for a branch: key, certificate, counters, and the till as a client. A repeated request returns the
 * existing set-up. @throws branch.forbidden, reference.missing, fiscal.country, fiscal.currency, fiscal.client_serial
 */
export const createCertificate = (ctx: Ctx, input: Create): Promise<Row> =>
  ctx.tx(async (ctx) => {
    const { settings } = await readSettings(ctx);
    const branch = await lockGermanBranch(ctx, input.branch_id);
    if (settings.Currency !== 'EUR') fail('fiscal.currency', undefined, 'branch_id');
    const [id, isNew] = await setUpTss(ctx, input, getShopName(settings, 'de').slice(0, ORGANIZATION_MAX));
    const { branch_id, device_id } = input;
    const client_serial =
      device_id === undefined ? null : await registerClient(ctx, id, { branch_id, device_id }, branch.no);
    await recordAudit(ctx, {
      noun: 'tss',
      id,
      action: isNew ? 'create' : 'update',
      before: isNew ? null : {},
      after: { ...(isNew ? { provider: input.provider ?? 'soft' } : {}), client_serial },
      branch_id,
    });
    return showTss(ctx, id);
  });

/** @throws record.missing */
async function showTss(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await toViews(ctx, await fetchTss(ctx, readTss.where('t.id', '=', id)));
  return requireFound(row);
}

/**
 * Ends the signing of a branch and its tills for good: the key signs nothing more, and the branch can be set up anew. A
 * repeated request returns the disabled TSS. @throws record.missing, fiscal.waiting
 */
export const disableTss = (ctx: Ctx, { id }: { id: string }): Promise<Row> =>
  ctx.tx(async (ctx) => {
    const scope = getEffectiveScope(ctx);
    let query = tables.selectFrom('tss').select(['branch_id', 'state']).where('id', '=', id);
    if (scope !== 'all') query = query.where('branch_id', '=', anyIdSql(scope));
    // wait for sales that are about to be signed with it
    const { branch_id, state } = requireFound(await fetchRow(ctx, query.forUpdate()));
    if (state === 'DISABLED' || state === 'DELETED') return showTss(ctx, id);
    const { waiting } = await showTss(ctx, id);
    if (waiting > 0) fail('fiscal.waiting', { count: waiting });
    await runStatement(ctx, tables.updateTable('tss').set({ state: 'DISABLED' }).where('id', '=', id));
    await runStatement(
      ctx,
      tables.updateTable('tss_client').set({ state: 'DEREGISTERED' }).where('tss_id', '=', id),
    );
    await recordAudit(ctx, {
      noun: 'tss',
      id,
      action: 'update',
      before: { state },
      after: { state: 'DISABLED' },
      branch_id,
    });
    return showTss(ctx, id);
  });
