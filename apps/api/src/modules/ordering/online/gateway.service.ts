import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { allowedActions, omitUndefined, toTexts } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { defineRecord, type LogMore, type RecordVersion } from '../../../core/record/define-record.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { maskCredential } from '../../delivery/index.ts';
import { readSettings } from '../../setting/index.ts';
import { sealKey } from './gateway-keys.ts';
import { getProvider } from './providers.ts';

// Rule: docs/rules/payments.md#gateways

type Endpoints = typeof api.gateway;
type List = z.output<Endpoints['list']['input']>;
type Save = z.output<Endpoints['save']['input']>;
type Row = z.output<Endpoints['list']['output']>;

/** The keys themselves are never selected here, only whether they are set. */
const readGateways = tables
  .selectFrom('gateway as g')
  .innerJoin('payment_method as m', 'm.id', 'g.payment_id')
  .select([
    'g.id',
    'g.payment_id',
    'm.titles',
    'g.provider',
    'g.mode',
    'g.public_key',
    'g.secret_hint',
    'g.secret_changed_at',
    'g.last_callback_at',
    'g.status',
    'g.version',
    'g.deleted_at',
    sql<boolean>`g.secret IS NOT NULL`.as('secret_set'),
    sql<boolean>`g.webhook_secret IS NOT NULL`.as('webhook_secret_set'),
  ]);

type Query = typeof readGateways;
type GatewayRow = InferResult<Query>[number];
type Ended = { readonly gateway_id: number; readonly paid: number; readonly refused: number };

/** Counts the attempts to pay orders that ended today, by the shop's time; test payments are not counted. */
async function countEndedToday(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Ended>> {
  const { settings } = await readSettings(ctx);
  const midnight = sql<Date>`date_trunc('day', ${ctx.now.toISOString()}::timestamptz, ${settings.timezone})`;
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('payment_attempt')
      .select([
        'gateway_id',
        sql<number>`count(*) FILTER (WHERE state = 'paid')`.as('paid'),
        sql<number>`count(*) FILTER (WHERE state = 'failed')`.as('refused'),
      ])
      .where('gateway_id', '=', anyIdSql(ids))
      .where('order_id', 'is not', null)
      .where('ended_at', '>=', midnight)
      .groupBy('gateway_id'),
  );
  return new Map(rows.map((row) => [row.gateway_id, row]));
}

const toGatewayView = (ctx: Ctx, row: GatewayRow, ended: Ended | undefined): Row => ({
  id: row.id,
  payment_id: row.payment_id,
  payment_title: resolveText(toTexts(row.titles), ctx.locale),
  provider: row.provider as Row['provider'],
  mode: row.mode as Row['mode'],
  public_key: row.public_key,
  secret_set: row.secret_set,
  secret_hint: row.secret_hint,
  secret_changed_at: row.secret_changed_at?.toISOString() ?? null,
  webhook_secret_set: row.webhook_secret_set,
  status: row.status,
  version: row.version,
  last_callback_at: row.last_callback_at?.toISOString() ?? null,
  paid_today: ended?.paid ?? 0,
  refused_today: ended?.refused ?? 0,
  actions: allowedActions(ctx, 'settings.payments'),
});

const auditView = ({
  payment_id,
  provider,
  mode,
  public_key,
  status,
  secret_set,
  webhook_secret_set,
}: GatewayRow) => ({
  payment_id,
  provider,
  mode,
  public_key,
  status,
  secret_set,
  webhook_secret_set,
});

function filterGateways({ keywords, id, payment_id, provider, status }: List): Query {
  let query = readGateways.where('g.deleted_at', 'is', null).where('m.deleted_at', 'is', null);
  query = query.where(matchesKeywords(keywords, sql.ref('m.search')));
  if (id !== undefined) query = query.where('g.id', '=', id);
  if (payment_id !== undefined) query = query.where('g.payment_id', '=', payment_id);
  if (provider !== undefined) query = query.where('g.provider', '=', provider);
  return status === undefined ? query : query.where('g.status', '=', status);
}

/** Lists gateways and whether their keys are set, without the keys. */
export async function list(ctx: Ctx, input: List) {
  const query = filterGateways(input);
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(
      ctx,
      query
        .orderBy(`g.${input.sort_by}`, input.sort_as)
        .orderBy('g.id', input.sort_as)
        .limit(take)
        .offset(skip),
    ),
    countRows(ctx, query),
  ]);
  const ended = await countEndedToday(
    ctx,
    rows.map(({ id }) => id),
  );
  return toPage(
    rows.map((row) => toGatewayView(ctx, row, ended.get(row.id))),
    total,
    input,
  );
}

const readGateway = (id: number): Query => readGateways.where('g.id', '=', id);

async function showView(ctx: Ctx, row: GatewayRow): Promise<Row> {
  const ended = await countEndedToday(ctx, [row.id]);
  return toGatewayView(ctx, row, ended.get(row.id));
}

/** Checks that a method is paid online. @throws reference.missing, request.invalid */
async function checkMethod(ctx: Ctx, id: number): Promise<void> {
  const method = await fetchRow(
    ctx,
    tables.selectFrom('payment_method').select('type').where('id', '=', id).where('deleted_at', 'is', null),
  );
  if (!method) fail('reference.missing', { field: 'payment_id' }, 'payment_id');
  if (method.type !== 'online') failField('payment_id', 'invalid');
}

function checkMode(provider: string, mode: string): void {
  const { modes } = getProvider(provider);
  if (!modes.includes(mode)) failField('mode', 'one_of', { values: [...modes] });
}

/** Returns the key columns to write: a value sets the key, null deletes it, undefined keeps it. */
const keyColumns = (ctx: Ctx, { secret, webhook_secret }: Save) => ({
  ...(secret === undefined
    ? {}
    : {
        secret: secret === null ? null : sealKey(ctx, secret),
        secret_hint: secret === null ? null : maskCredential(secret),
        secret_changed_at: secret === null ? null : ctx.now,
      }),
  ...(webhook_secret === undefined
    ? {}
    : { webhook_secret: webhook_secret === null ? null : sealKey(ctx, webhook_secret) }),
});

/** Returns for the audit log that keys were changed, without the keys. */
const keysTold = ({ secret, webhook_secret }: Save, at: Date) => ({
  ...(secret === undefined ? {} : { secret: at.toISOString() }),
  ...(webhook_secret === undefined ? {} : { webhook_secret: at.toISOString() }),
});

async function insertGateway(ctx: Ctx, input: Save, logMore: LogMore) {
  const payment_id = input.payment_id ?? failField('payment_id', 'required');
  const provider = input.provider ?? failField('provider', 'required');
  const { mode = 'test', public_key = null, status = 1 } = input;
  await checkMethod(ctx, payment_id);
  checkMode(provider, mode);
  const times = { created_at: ctx.now, updated_at: ctx.now };
  const values = { payment_id, provider, mode, public_key, status, ...keyColumns(ctx, input), ...times };
  const created = await fetchRow(ctx, tables.insertInto('gateway').values(values).returning('id'));
  logMore({ after: keysTold(input, ctx.now) });
  return requireFound(created);
}

async function updateGateway(ctx: Ctx, before: GatewayRow, input: Save, logMore: LogMore) {
  const { payment_id, provider, mode, public_key, status } = input;
  if (payment_id !== undefined && payment_id !== before.payment_id) await checkMethod(ctx, payment_id);
  checkMode(provider ?? before.provider, mode ?? before.mode);
  const change = omitUndefined({ payment_id, provider, mode, public_key, status });
  await runStatement(
    ctx,
    tables
      .updateTable('gateway')
      .set({ ...change, ...keyColumns(ctx, input), version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
  logMore({ after: keysTold(input, ctx.now) });
}

const gateways = defineRecord({
  noun: 'gateway',
  lock: async (ctx, { id }) => requireNotDeleted(await fetchRow(ctx, readGateway(id).forUpdate('g'))),
  find: (ctx, id) => fetchRow(ctx, readGateway(id)),
  view: showView,
  audit: auditView,
  insert: insertGateway,
  update: updateGateway,
  unique: { gateway_payment_live: () => fail('gateway.taken', undefined, 'payment_id') },
});

/** Creates or changes a gateway. @throws record.missing, record.stale, reference.missing, gateway.taken */
export const { save } = gateways;

/** Deletes a gateway with its keys. @throws record.missing, record.stale, record.in_use while attempts are open */
export const remove = (ctx: Ctx, known: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const row = await gateways.open(ctx, known);
    const open = tables
      .selectFrom('payment_attempt')
      .select('id')
      .where('gateway_id', '=', row.id)
      // a replaced attempt has ended, but its provider is still asked about it
      .where((of) => of.or([of('state', '=', 'open'), of('check_at', 'is not', null)]));
    const count = await countRows(ctx, open);
    if (count > 0) fail('record.in_use', { count });
    const forgotten = { secret: null, secret_hint: null, webhook_secret: null };
    await runStatement(
      ctx,
      tables
        .updateTable('gateway')
        .set({ ...forgotten, deleted_at: ctx.now, version: row.version + 1, updated_at: ctx.now })
        .where('id', '=', row.id),
    );
    await gateways.log(ctx, 'delete', { ...row, version: row.version + 1 }, null);
    return { deleted: 1 as const };
  });
