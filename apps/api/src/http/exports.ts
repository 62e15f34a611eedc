import { once as happens } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { createWallClock, DEFAULT_ZONE, getCurrencyScale, toLocalDate } from '@dukkan/commerce';
import { type Endpoint, fail, getFieldLabel, type Locale } from '@dukkan/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { getPermissions, hasPermission } from '../core/access.ts';
import { recordAudit } from '../core/audit.ts';
import { createLoopLimit } from '../core/bounded.ts';
import type { Actor, Ctx, Services } from '../core/ctx.ts';
import { fetchRow, tables } from '../core/db/tables.ts';
import { failField } from '../core/fail-field.ts';
import type { Column, ExportFileFacts, Page } from '../core/list/page.ts';
import { incrementCounter } from '../core/process/rate-counter.ts';
import { redeemDownloadTicket } from '../core/secret/tickets.ts';
import { findNoun, getExportFileTitle } from './endpoint-nouns.ts';
import { attachmentHeader, buildFileName } from './file-names.ts';
import { FORM } from './form.ts';
import { touchSession } from './session.ts';

const CHUNK = 500;
// A partner's account number is never exported, only its masked form. Rule: docs/rules/payments.md#partner-account
const SKIPPED = new Set(['version', 'actions', 'status_variant', 'partner_account', 'receipt_opens']);

/** Fields of rows that are amounts of money, which a workbook shows with the decimals of the shop's currency. */
const MONEY = new Set([
  ...[
    'price',
    'price_after',
    'compare_at',
    'cost_value',
    'cost_value_before_discount',
    'value',
    'difference',
  ],
  ...[
    'min_order',
    'delivery_charge',
    'free_after_amount',
    'delivery_cost',
    'min_transaction',
    'max_transaction',
  ],
  ...['total', 'discount', 'net', 'paid', 'balance', 'due', 'paid_amount', 'open_amount', 'returned_value'],
  ...['delivery', 'tax', 'refund', 'amount', 'fee', 'collected', 'refunded', 'handed_in', 'outstanding'],
  ...['start_amount', 'end_session_amount', 'expected_amount', 'left_in_drawer', 'net_sales'],
  ...['expected', 'counted', 'spent'],
]);

/** The fields of a form; a field that is sent more than once becomes a list. */
export function parseForm(text: string): Record<string, unknown> {
  const valuesByName = Map.groupBy(new URLSearchParams(text), ([name]) => name);
  return Object.fromEntries(
    [...valuesByName].map(([name, [first, ...others]]) => [
      name,
      others.length > 0 ? [first, ...others].map((field) => field?.[1]) : first?.[1],
    ]),
  );
}

/** Accepts form posts; only export routes use it. */
export function registerFormParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, text, done) => {
    done(null, parseForm(String(text)));
  });
}

/** The actor of a form's download ticket; a session token is not accepted here. @throws 401 */
export async function authenticateDownloadForm(services: Services, request: FastifyRequest): Promise<Actor> {
  const { origin, host } = request.headers;
  const allowed =
    !origin ||
    origin === 'null' ||
    URL.parse(origin)?.host === host ||
    services.env.CORS_ORIGINS.includes(origin);
  const { token = '', 'branch-id': branch, ...filters } = request.body as Record<string, string>;
  // a form cannot send the branch-id header, so the ticket's branch is used
  if (branch) request.headers['branch-id'] = branch;
  const session_id =
    allowed && typeof token === 'string' ? await redeemDownloadTicket(services, token) : null;
  const actor = session_id ? await touchSession(services, session_id) : null;
  request.body = filters;
  return actor ?? fail('export.ticket_invalid');
}

/** Reads a form's text as a boolean or number; any other text is returned unchanged. */
function parseFormValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** Converts the texts of a form to the types of their filters. */
export function coerceFormValues(
  endpoint: Endpoint,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shape =
    endpoint.input instanceof z.ZodObject ? (endpoint.input.shape as Record<string, z.ZodType>) : {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const wants = shape[name];
      if (!wants || wants.safeParse(value).success) return [name, value];
      if (Array.isArray(value)) return [name, value.map(parseFormValue)];
      return [name, typeof value === 'string' ? parseFormValue(value) : value];
    }),
  );
}

/** Returns the type without optional, nullable and default. */
const unwrapType = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodNullable || type instanceof z.ZodOptional ? (type.unwrap() as z.ZodType) : type;

/**
 * Returns the scalar fields of a row as columns with headers in the request's language; an id is next to the name it
 * belongs to.
 */
export function getExportColumns(endpoint: Endpoint, locale: Locale): Column[] {
  const shape =
    endpoint.output instanceof z.ZodObject ? (endpoint.output.shape as Record<string, z.ZodType>) : {};
  return Object.entries(shape)
    .filter(([name, type]) => !SKIPPED.has(name) && !name.endsWith('_url') && isScalar(type))
    .map(([name, type]) => ({
      name,
      label: getFieldLabel([findNoun(endpoint), name], locale) + (name.endsWith('_id') ? ' #' : ''),
      ...columnTime(name, type),
      ...(MONEY.has(name) && unwrapType(type) instanceof z.ZodNumber ? { isMoney: true } : {}),
    }));
}

/**
 * Returns the columns that a caller selected, in their order. Unknown names are ignored, because a screen also shows
 * columns that exports do not have. Rule: docs/rules/wire.md#files
 * @throws validation.invalid when none of them is a column of the export
 */
function pickColumns(
  columns: readonly Column[],
  names: string | readonly string[] | undefined,
): readonly Column[] {
  if (names === undefined) return columns;
  const chosen = new Set([names].flat());
  const picked = [...chosen].flatMap((name) => columns.find((column) => column.name === name) ?? []);
  return picked.length > 0 ? picked : failField('columns', 'invalid');
}

/** The name of a text field tells whether it is a timestamp or a date. */
function columnTime(name: string, type: z.ZodType): Pick<Column, 'time'> {
  if (!(unwrapType(type) instanceof z.ZodString)) return {};
  if (name.endsWith('_at') || name === 'at') return { time: 'instant' };
  return name.endsWith('_date') ? { time: 'day' } : {};
}

function isScalar(type: z.ZodType): boolean {
  const inner = unwrapType(type);
  return !(inner instanceof z.ZodObject || inner instanceof z.ZodArray || inner instanceof z.ZodRecord);
}

/** Text that a spreadsheet would run as a formula, also after any kind of space, or that looks like an escaped one. */
const FORMULA = /^'*[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|^ *[\t\r\n]/;

/** Puts an apostrophe before text that a spreadsheet would run as a formula, except phone numbers. */
export function escapeFormula(value: unknown): unknown {
  if (typeof value !== 'string' || /^\+\d{6,15}$/.test(value)) return value;
  return FORMULA.test(value) ? `'${value}` : value;
}

type Run = (ctx: Ctx, input: never) => Promise<unknown>;

const loadExportPage = async (ctx: Ctx, input: object, run: Run, page: number) =>
  (await run(ctx, { ...input, page, limit: CHUNK } as never)) as Page<Record<string, unknown>>;

/** Maximum number of pages, more than any list has. */
const PAGES_MAX = 100_000;

/** Splits a record with sums in several currencies into one line per currency. Rule: docs/rules/currencies.md#sums */
function splitByCurrency(row: Record<string, unknown>): Record<string, unknown>[] {
  const { amounts } = row;
  return Array.isArray(amounts) && amounts.length > 0 ? amounts.map((sums) => ({ ...row, ...sums })) : [row];
}

async function* streamPages(ctx: Ctx, input: object, run: Run, first: Page<Record<string, unknown>>) {
  let { rows, meta } = first;
  const countRound = createLoopLimit('an export', PAGES_MAX);
  for (let page = 2; ; page += 1) {
    countRound();
    if (rows.length > 0) yield rows.flatMap(splitByCurrency);
    // rows may be deleted during the export, so a short page is the last one only when the page count says so
    if (rows.length < CHUNK && meta.current_page >= meta.last_page) return;
    ({ rows, meta } = await loadExportPage(ctx, input, run, page));
  }
}

type Place = { readonly zone: string; readonly currency: string };

/** Finds the time zone of the file, the branch that the list is filtered by, or else of the shop, and the shop's currency. */
async function findPlace(ctx: Ctx, file: ExportFileFacts | undefined): Promise<Place> {
  const row = await fetchRow(
    ctx,
    tables.selectNoFrom(({ fn, selectFrom }) => {
      const setting = (name: 'timezone' | 'Currency') =>
        selectFrom('setting')
          .select(({ ref }) => sql<string | null>`${ref('data')}->>${sql.lit(name)}`.as('value'))
          .where('id', '=', 1);
      const ofBranch = selectFrom('branch')
        .select(({ ref }) => sql<string | null>`${ref('settings')}->>'timezone'`.as('value'))
        .where('id', '=', ctx.branch_id ?? 0);
      return [fn.coalesce(ofBranch, setting('timezone')).as('zone'), setting('Currency').as('currency')];
    }),
  );
  return { zone: file?.zone ?? row?.zone ?? DEFAULT_ZONE, currency: row?.currency ?? '' };
}

type Rows = AsyncIterable<readonly Record<string, unknown>[]>;

/** Returns the delimiter and decimal sign of a CSV file for spreadsheets in that language. */
const readTextStyle = (locale: Locale) =>
  locale === 'de' ? { delimiter: ';', decimal: ',' } : { delimiter: ',', decimal: '.' };

/**
 * Returns a function that formats cells of a CSV file: timestamps by the clock of the zone, formulas escaped.
 * Rule: docs/rules/wire.md#files
 */
function createTextCell(zone: string) {
  const toWallTime = createWallClock(zone);
  return (row: Record<string, unknown>, { name, time }: Column): unknown => {
    const value = row[name];
    return time === 'instant' && typeof value === 'string'
      ? toWallTime(new Date(value)).toISOString().slice(0, 19).replace('T', ' ')
      : escapeFormula(value);
  };
}

type Content = {
  readonly columns: readonly Column[];
  readonly rows: Rows;
  /** Content below the rows: totals and facts about the export. */
  readonly file: ExportFileFacts | undefined;
  readonly locale: Locale;
};

/** Returns the totals as labeled rows. */
const totalRows = ({ columns, file, locale }: Content): Record<string, unknown>[] =>
  (file?.totals ?? []).map((total) => ({
    ...total,
    [columns[0]?.name ?? '']: getFieldLabel(['total'], locale),
  }));

async function writeCsv(out: Writable, content: Content, zone: string): Promise<void> {
  const { columns, rows, file } = content;
  const textCell = createTextCell(zone);
  const { stringify } = await import('csv-stringify');
  const { delimiter, decimal } = readTextStyle(content.locale);
  const csv = stringify({
    bom: true,
    header: true,
    delimiter,
    cast: {
      // false is 0, because an empty cell means unknown
      boolean: (value) => (value ? '1' : '0'),
      number: (value) => String(value).replace('.', decimal),
    },
    columns: columns.map(({ name, label }) => ({ key: name, header: String(escapeFormula(label)) })),
  });
  csv.pipe(out);
  for await (const chunk of rows)
    for (const row of chunk) {
      const values = Object.fromEntries(columns.map((column) => [column.name, textCell(row, column)]));
      if (!csv.write(values)) await happens(csv, 'drain');
    }
  for (const total of totalRows(content)) csv.write(columns.map((column) => textCell(total, column)));
  if (file && file.facts.length > 0) csv.write(columns.map(() => ''));
  for (const { label, value } of file?.facts ?? [])
    csv.write(columns.map((_, at) => escapeFormula([label, value][at] ?? '')));
  csv.end();
}

/** Removes characters that XML 1.0 does not allow; the writer itself removes control characters. */
const knownToXml = (text: string): string => text.replace(/[\ufffe\uffff]/g, '');

const FORMATS = { instant: 'yyyy-mm-dd hh:mm', day: 'yyyy-mm-dd' } as const;

/** Returns the number format of amounts: the currency's decimals, and up to four for a cost. */
function formatMoneyCells(currency: string): string {
  const scale = getCurrencyScale(currency);
  return scale === 0 ? '#,##0' : `#,##0.${'0'.repeat(scale)}${'#'.repeat(4 - scale)}`;
}

async function writeXlsx(
  out: PassThrough,
  content: Content,
  { title, zone, currency }: Place & { readonly title: string },
) {
  const { columns, rows, file, locale } = content;
  const face = createWallClock(zone);
  const cell = (row: Record<string, unknown>, { name, time }: Column): unknown => {
    const value = row[name];
    if (typeof value !== 'string') return value;
    if (time === 'instant') return face(new Date(value));
    return time === 'day' ? new Date(value) : knownToXml(value);
  };
  // loaded on first use, because most processes never write a workbook
  const { default: excel } = await import('exceljs');
  const workbook = new excel.stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    useSharedStrings: false,
  });
  const sheet = workbook.addWorksheet(title.slice(0, 31), {
    views: [{ state: 'frozen', ySplit: 1, rightToLeft: locale === 'ar' }],
  });
  sheet.columns = columns.map(({ name, label, time, isMoney }) => ({
    key: name,
    header: knownToXml(label),
    width: 20,
    ...(time ? { style: { numFmt: FORMATS[time] } } : {}),
    ...(isMoney ? { style: { numFmt: formatMoneyCells(currency) } } : {}),
  }));
  sheet.getRow(1).font = { bold: true };
  for await (const chunk of rows) {
    for (const row of chunk)
      sheet.addRow(Object.fromEntries(columns.map((column) => [column.name, cell(row, column)]))).commit();
    if (out.writableNeedDrain) await happens(out, 'drain');
  }
  for (const total of totalRows(content)) {
    const line = sheet.addRow(
      Object.fromEntries(columns.map((column) => [column.name, cell(total, column)])),
    );
    line.font = { bold: true };
    line.commit();
  }
  if (file && file.facts.length > 0) {
    sheet.addRow([]).commit();
    for (const { label, value } of file.facts) sheet.addRow([knownToXml(label), knownToXml(value)]).commit();
  }
  sheet.commit();
  await workbook.commit();
}

/** @throws permission.denied without the permission for exports of this list */
export function checkExportPermission(ctx: Ctx, { exportPermission }: Endpoint): void {
  if (exportPermission && !hasPermission(getPermissions(ctx), exportPermission)) fail('permission.denied');
}

/**
 * Streams the whole filtered list as a file. Its name and its times use the clock of the branch or shop.
 * @throws permission.denied without the export permission; rate.limited beyond five a minute
 */
export async function sendExport(
  ctx: Ctx,
  endpoint: Endpoint,
  input: { format?: string; columns?: string | readonly string[] },
  run: Run,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkExportPermission(ctx, endpoint);
  const { env } = ctx.services;
  const who = ctx.actor.kind === 'account' ? ctx.actor.id : ctx.ip;
  if ((await incrementCounter(ctx.services, `export:${who}`, 60)) > env.EXPORTS_PER_MINUTE)
    fail('rate.limited', { seconds: 60 });
  const noun = findNoun(endpoint);
  await recordAudit(ctx, { noun, id: 0, action: 'export', before: null, after: { ...input } });

  const format = input.format === 'csv' ? 'csv' : 'xlsx';
  const first = await loadExportPage(ctx, input, run, 1);
  const title = first.file?.title ?? getExportFileTitle(endpoint, ctx.locale);
  const columns = pickColumns(first.columns ?? getExportColumns(endpoint, ctx.locale), input.columns);
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  const rows = streamPages(ctx, input, run, first);
  const place = await findPlace(ctx, first.file);
  const days = first.file?.days ?? toLocalDate(ctx.now, place.zone);
  const content = { columns, rows, file: first.file, locale: ctx.locale };
  const finished =
    format === 'csv' ? writeCsv(out, content, place.zone) : writeXlsx(out, content, { title, ...place });
  finished.catch((error: Error) => out.destroy(error));
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', attachmentHeader(buildFileName([title, first.file?.about, days], format)))
    .type(
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    .send(out);
}
