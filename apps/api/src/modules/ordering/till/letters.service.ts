import type { Localized } from '@dukkan/commerce';
import { CURRENCIES, fromMinor, getCurrencyScale, resolveText } from '@dukkan/commerce';
import { type api, Failure, type FailureCode, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { bookStoredLetter, numberOf } from './handle-letter.ts';
import { lockLetter, settleLetter } from './inbox-row.ts';
import type { ReadSale } from './letter-body.ts';
import { canDecide, nameTill } from './till-row.ts';

// Rule: docs/rules/till-sales.md#letters

type Contract = typeof api.tillLetter;
type Row = z.output<Contract['list']['output']>;
type Book = z.output<Contract['book']['input']>;

const readRows = tables
  .selectFrom('pos_inbox as l')
  .innerJoin('branch as b', 'b.id', 'l.branch_id')
  .leftJoin('pos_device as d', 'd.id', 'l.device_id')
  .select(({ ref }) => [
    'l.id',
    'l.uuid',
    'l.branch_id',
    'b.names as branch_names',
    'l.device_id',
    'd.name as device_name',
    'l.epoch',
    'l.seq',
    ref('l.kind').$castTo<Row['kind']>().as('kind'),
    ref('l.state').$castTo<Row['state']>().as('state'),
    sql<string | null>`coalesce(l.body->>'sold_at', l.body->>'at')`.as('sold_at'),
    'l.received_at',
    sql<unknown>`l.body #> '{printed,totals,due}'`.as('due'),
    sql<string | null>`l.body #>> '{printed,currency}'`.as('currency'),
    'l.order_id',
    ref('l.problem').$castTo<Row['problem']>().as('problem'),
    sql<unknown>`CASE l.state WHEN 'held' THEN l.body->'cart' END`.as('cart'),
  ]);

/** The highest id of the database. */
const MAX_ID = 2_147_483_647;

type StoredRow = InferResult<typeof readRows>[number];
type ItemNames = ReadonlyMap<number, { readonly title: string; readonly is_gone: boolean }>;

type PaperLine = { readonly item_id: number; readonly quantity: number };

/** Returns the lines of items of a held letter; its body may say anything. */
const linesOf = ({ cart }: Pick<StoredRow, 'cart'>): PaperLine[] =>
  (Array.isArray(cart) ? cart : []).flatMap((line: { item_id?: unknown; quantity?: unknown } | null) => {
    const { item_id, quantity } = line ?? {};
    if (typeof item_id !== 'number' || !Number.isInteger(item_id) || item_id < 1 || item_id > MAX_ID)
      return [];
    return [{ item_id, quantity: typeof quantity === 'number' ? quantity : 0 }];
  });

/** Returns what is due on the paper of a letter, as far as it can be read. */
function dueOf({ due, currency }: Pick<StoredRow, 'due' | 'currency'>): Pick<Row, 'due' | 'currency'> {
  if (currency === null || !CURRENCIES.includes(currency)) return { due: null, currency: null };
  const isAmount = typeof due === 'number' && Number.isSafeInteger(due);
  return { due: isAmount ? fromMinor(BigInt(due), getCurrencyScale(currency)) : null, currency };
}

/** Reads the titles of the items of held letters. */
async function readItemNames(ctx: Ctx, rows: readonly StoredRow[]): Promise<ItemNames> {
  const ids = rows.flatMap((row) => linesOf(row).map(({ item_id }) => item_id));
  if (ids.length === 0) return new Map();
  const items = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select([
        'i.id',
        sql<Localized>`item_titles(p.titles, i.option)`.as('titles'),
        sql<boolean>`i.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL`.as('is_gone'),
      ])
      .where('i.id', '=', anyIdSql([...new Set(ids)])),
  );
  return new Map(
    items.map(({ id, titles, is_gone }) => [id, { title: resolveText(titles, ctx.locale), is_gone }]),
  );
}

const dateOrNull = (text: string | null): string | null => {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

function view(ctx: Ctx, names: ItemNames, row: StoredRow): Row {
  const { branch_names: _names, epoch: _epoch, cart: _cart, ...rest } = row;
  return {
    ...rest,
    ...nameTill(ctx, row),
    till_no: numberOf(row),
    sold_at: dateOrNull(row.sold_at),
    received_at: row.received_at.toISOString(),
    ...dueOf(row),
    items: linesOf(row).map((line) => ({
      ...line,
      title: names.get(line.item_id)?.title ?? `#${line.item_id}`,
      is_gone: names.get(line.item_id)?.is_gone ?? true,
    })),
    actions: row.state === 'held' && canDecide(ctx) ? ['book'] : [],
  };
}

/** Lists the letters of tills in the caller's branches. */
export async function listLetters(ctx: Ctx, input: z.output<Contract['list']['input']>) {
  const scope = getEffectiveScope(ctx);
  let query = readRows;
  if (scope !== 'all') query = query.where('l.branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('l.branch_id', '=', input.branch_id);
  if (input.device_id !== undefined) query = query.where('l.device_id', '=', input.device_id);
  if (input.state !== undefined) query = query.where('l.state', '=', sql.lit(input.state));
  if (input.id !== undefined) query = query.where('l.id', '=', input.id);
  const [rows, total] = await fetchPage(ctx, query.orderBy('l.id', input.sort_as), query, input);
  const names = await readItemNames(ctx, rows);
  return toPage(
    rows.map((row) => view(ctx, names, row)),
    total,
    input,
  );
}

/** Returns the sale with other items and another payment method; the money of its paper stays. */
const mapSale =
  ({ items = [], payment_id }: Book) =>
  (sale: ReadSale): ReadSale => {
    const to = new Map(items.map((one) => [one.from, one.to]));
    const item = (id: number) => to.get(id) ?? id;
    const { body, priced } = sale;
    return {
      ...sale,
      body: {
        ...body,
        cart: body.cart.map((line) => ('item_id' in line ? { ...line, item_id: item(line.item_id) } : line)),
        payments: payment_id ? body.payments.map((payment) => ({ ...payment, payment_id })) : body.payments,
      },
      priced: {
        ...priced,
        lines: priced.lines.map((line) => ({
          ...line,
          item_id: line.item_id === null ? null : item(line.item_id),
          parts: line.parts.map((part) => ({ ...part, item_id: item(part.item_id) })),
        })),
        payments: payment_id
          ? priced.payments.map((payment) => ({ ...payment, payment_id }))
          : priced.payments,
      },
    };
  };

/** Refuses items that are not there. @throws reference.missing */
async function checkItems(ctx: Ctx, items: Book['items'] = []): Promise<void> {
  const ids = [...new Set(items.map(({ to }) => to))];
  const live = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item')
      .select('id')
      .where('id', '=', anyIdSql(ids))
      .where('deleted_at', 'is', null),
  );
  if (live.length !== ids.length) fail('reference.missing', { field: 'items' }, 'items');
}

const PROBLEMS = {
  'till.letter_signature': () => fail('till.letter_signature'),
  'till.letter_unreadable': () => fail('till.letter_unreadable'),
} as const;

/**
 * Books a held letter after a person has said what was sold, or by what it was paid.
 * @throws record.missing, till.not_held, and what still keeps it from being booked
 */
export async function bookLetter(ctx: Ctx, input: Book): Promise<Row> {
  const uuid = input.uuid.toLowerCase();
  await ctx.tx(async (ctx) => {
    const letter = await lockLetter(ctx, uuid);
    const { branch_id, state, id, problem, proven } = requireFound(
      letter && canSeeBranch(ctx, letter.branch_id) ? letter : undefined,
    );
    if (state !== 'held') fail('till.not_held');
    if (!proven) (PROBLEMS[problem?.code as keyof typeof PROBLEMS] ?? (() => fail('till.number_taken')))();
    await checkItems(ctx, input.items);
    await settleLetter(ctx, uuid, { state: 'kept' });
    await recordAudit(ctx, {
      noun: 'till-letter',
      id,
      action: 'book',
      before: null,
      after: { items: input.items ?? [], payment_id: input.payment_id ?? null },
      branch_id,
    });
  });
  const { answer, problem } = await bookStoredLetter(ctx, uuid, mapSale(input));
  if (answer === 'kept' && problem)
    throw new Failure(problem.code as FailureCode, problem.params, problem.field);
  const row = requireFound(await fetchRow(ctx, readRows.where('l.uuid', '=', uuid)));
  return view(ctx, await readItemNames(ctx, [row]), row);
}
