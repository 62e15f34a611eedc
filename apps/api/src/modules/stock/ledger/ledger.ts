import { type Batch, formatMinor } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, fewOf, runStatement, tables } from '../../../core/db/tables.ts';
import { insertEventsSql, toEventsJson } from '../../../core/insert-events.ts';
import { DEFAULTS } from '../../setting/index.ts';
import { placesAsTable } from './stock-uses.ts';

/** The key of a stock level: one item in one branch. */
export type ItemBranch = { readonly item_id: number; readonly branch_id: number };

/** The document for which stock is reserved, used or moved: an order, receipt, transfer or stock-take. */
export type StockRef = { readonly type: string; readonly id: number };

/** Quantities in thousandths, costs in ten-thousandths. */
export type StockLevel = ItemBranch & {
  readonly product_id: number;
  readonly on_hand: bigint;
  readonly expired: bigint;
  readonly reserved: bigint;
  readonly deficit: bigint;
  /** Expired units that the hourly job has not marked yet; they cannot be sold either. */
  readonly expired_unswept: bigint;
  readonly last_cost: bigint;
  /** Units reserved for the document that this level was locked for. */
  readonly reserved_by_ref: bigint;
  /** The current date in the branch. */
  readonly today: string;
  /** False where the branch may sell more than it has (setting product_check_availability). */
  readonly checks_availability: boolean;
};

/** The live events that tell open browsers about changed stock or batches of these branches. */
const buildStockEvents = (branches: Iterable<number>, nouns: readonly ('stock' | 'batch')[]) =>
  nouns.flatMap((noun) =>
    [...new Set(branches)].map((branch_id) => ({ noun, id: 0, version: null, branch_id })),
  );

/** SQL that sends these events within a statement. */
export const stockEventsSql = (
  ctx: Ctx,
  branches: Iterable<number>,
  nouns: readonly ('stock' | 'batch')[] = ['stock', 'batch'],
): RawBuilder<unknown> => insertEventsSql(ctx, buildStockEvents(branches, nouns));

/** One change of the stock ledger; a trigger updates the level from its batches. */
export type LedgerEntry = ItemBranch & {
  /** Null when no batch is involved and only the deficit changes. */
  readonly batch_id: number | null;
  /** The change of the batch's remaining units. */
  readonly delta: bigint;
  /** The row for the movement log; null when the received quantity itself changes. */
  readonly movement: { readonly target: 1 | 2 | 3 | 4 | 5; readonly quantity: bigint } | null;
  /** Records the units taken for this line of the document, at this unit cost. */
  readonly sells?: { readonly line_id: number; readonly quantity: bigint; readonly cost: bigint };
  /** Returns this many units of an earlier use. */
  readonly returns?: { readonly use_id: number; readonly quantity: bigint };
};

/** Changes of a level that do not come from its batches. */
export type LevelChange = ItemBranch & {
  /** A negative value releases the document's whole reservation of the level. */
  readonly reserved?: bigint;
  readonly deficit?: bigint;
  readonly last_cost?: bigint;
};

export const toItemBranchKey = ({ item_id, branch_id }: ItemBranch): string => `${item_id}-${branch_id}`;
export const formatQuantity = (quantity: bigint): string => formatMinor(quantity, 3);
export const formatCost = (cost: bigint): string => formatMinor(cost, 4);

/** Sorts and deduplicates by item, then branch, the one order in which levels are locked. */
const inLockOrder = <P extends ItemBranch>(places: readonly P[]): P[] =>
  [...new Map(places.map((place) => [toItemBranchKey(place), place])).values()].sort(
    (a, b) => a.item_id - b.item_id || a.branch_id - b.branch_id,
  );

type LevelRow = Omit<StockLevel, 'checks_availability' | Counted> & {
  readonly checks_availability: boolean | null;
} & Record<Counted, string>;
/** Fields read as text, because the driver would turn large integers into inexact numbers. */
type Counted =
  | 'on_hand'
  | 'expired'
  | 'reserved'
  | 'deficit'
  | 'last_cost'
  | 'reserved_by_ref'
  | 'expired_unswept';

const toStockLevel = (row: LevelRow): StockLevel => ({
  ...row,
  on_hand: BigInt(row.on_hand),
  expired: BigInt(row.expired),
  reserved: BigInt(row.reserved),
  deficit: BigInt(row.deficit),
  last_cost: BigInt(row.last_cost),
  reserved_by_ref: BigInt(row.reserved_by_ref),
  expired_unswept: BigInt(row.expired_unswept),
  checks_availability: row.checks_availability ?? true,
});

/** Arguments of the database's stock functions: levels in lock order, the document, and the current time. */
const stockFunctionArgs = (ctx: Ctx, wanted: readonly object[], ref: StockRef | null): RawBuilder<unknown> =>
  sql`${JSON.stringify(wanted)}::jsonb, ${ref?.type ?? ''}::text, ${ref?.id ?? 0}::int,
    ${ctx.now}::timestamptz, ${DEFAULTS.timezone}::text`;

type Shelf = {
  readonly levels: readonly LevelRow[] | null;
  readonly batches?: readonly BatchRow[] | null;
  readonly written?: boolean;
};

const toStockLevels = (rows: readonly LevelRow[] | null): Map<string, StockLevel> =>
  new Map((rows ?? []).map((row) => [toItemBranchKey(row), toStockLevel(row)]));

/** Creates the levels of items that were never stocked in a branch. */
const makeLevels = (ctx: Ctx, wanted: readonly Stocked[]) =>
  runStatement(
    ctx,
    tables
      .insertInto('stock_level')
      .columns(['item_id', 'branch_id', 'product_id'])
      .expression(
        tables
          .selectFrom(
            sql<Stocked>`jsonb_to_recordset(${JSON.stringify(wanted.map(pickIds))}::jsonb)`.as<'w'>(
              sql`w(item_id int, branch_id int, product_id int)`,
            ),
          )
          .select(['w.item_id', 'w.branch_id', 'w.product_id'])
          .orderBy('w.item_id')
          .orderBy('w.branch_id'),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );

type Stocked = ItemBranch & { readonly product_id: number };
const pickIds = ({ item_id, branch_id, product_id }: Stocked) => ({ item_id, branch_id, product_id });

/** Locks levels, and retries once after creating the missing ones. */
async function lockOrCreateLevels(
  ctx: Ctx,
  places: readonly Stocked[],
  ask: (wanted: readonly Stocked[]) => Promise<Shelf>,
): Promise<Shelf> {
  const wanted = inLockOrder(places);
  const found = await ask(wanted);
  if ((found.levels?.length ?? 0) >= wanted.length) return found;
  await makeLevels(ctx, wanted);
  return ask(wanted);
}

/**
 * Locks the levels of these items and branches until the transaction ends, always in the same order, and creates
 * missing ones. Every stock change starts here, in lockLevelsAndBatches or in writeReservation. @returns the levels by
 * toItemBranchKey
 */
export async function lockLevels(
  ctx: Ctx,
  places: readonly Stocked[],
  ref: StockRef | null = null,
): Promise<Map<string, StockLevel>> {
  const { levels } = await lockOrCreateLevels(ctx, places, async (wanted) => {
    const row = await fetchRow(
      ctx,
      sql<Shelf>`SELECT lock_stock_levels(${stockFunctionArgs(ctx, wanted.map(pickIds), ref)}) AS levels`,
    );
    return row ?? { levels: null };
  });
  return toStockLevels(levels);
}

/** Locks levels like lockLevels and also returns their batches with remaining units, in selling order. */
export async function lockLevelsAndBatches(
  ctx: Ctx,
  places: readonly Stocked[],
  ref: StockRef,
): Promise<{ levels: Map<string, StockLevel>; batches: StoredBatch[] }> {
  const { levels, batches } = await lockOrCreateLevels(ctx, places, async (wanted) => {
    const row = await fetchRow(
      ctx,
      sql<Shelf>`SELECT levels, batches FROM lock_stock_levels_and_batches(${stockFunctionArgs(ctx, wanted.map(pickIds), ref)})`,
    );
    return row ?? { levels: null };
  });
  return { levels: toStockLevels(levels), batches: (batches ?? []).map(toStoredBatch) };
}

/**
 * Locks levels and reserves this quantity of each for the document, unless a level that checks availability has too
 * little; then nothing is written. @returns the levels before the change, and whether the reservation was written
 */
export async function writeReservation(
  ctx: Ctx,
  ref: StockRef,
  needs: readonly (Stocked & { readonly quantity: bigint })[],
): Promise<{ levels: Map<string, StockLevel>; written: boolean }> {
  const places = needs.map(({ branch_id }) => branch_id);
  const news = toEventsJson(ctx, buildStockEvents(places, ['stock']));
  const quantities = new Map(needs.map((need) => [toItemBranchKey(need), formatQuantity(need.quantity)]));
  const { levels, written } = await lockOrCreateLevels(ctx, needs, async (wanted) => {
    const wants = wanted.map((place) => ({
      ...pickIds(place),
      quantity: quantities.get(toItemBranchKey(place)),
    }));
    const row = await fetchRow(
      ctx,
      sql<Shelf>`SELECT levels, written FROM reserve_stock(${stockFunctionArgs(ctx, wants, ref)}, ${news}::jsonb)`,
    );
    return row ?? { levels: null };
  });
  return { levels: toStockLevels(levels), written: written ?? false };
}

/** The quantity available for a new order: excludes expired units and other reservations. */
export const getAvailableQuantity = (level: StockLevel): bigint =>
  level.on_hand - level.expired - level.expired_unswept - level.reserved - level.deficit;

export type StoredBatch = Batch & ItemBranch & { readonly expired: boolean };

type BatchRow = Omit<StoredBatch, 'remaining' | 'cost'> & {
  readonly remaining: string;
  readonly cost: string;
};

const toStoredBatch = (row: BatchRow): StoredBatch => ({
  ...row,
  remaining: BigInt(row.remaining),
  cost: BigInt(row.cost),
});

/** Reads the batches of locked levels with remaining units, in selling order; call after lockLevels. */
export async function readBatches(ctx: Ctx, places: readonly ItemBranch[]): Promise<StoredBatch[]> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom(({ selectFrom }) =>
        selectFrom(placesAsTable(inLockOrder(places)))
          .selectAll()
          .orderBy('w.item_id')
          .orderBy('w.branch_id')
          .as('w'),
      )
      .crossJoinLateral(({ selectFrom }) =>
        selectFrom('stock_batch as b')
          .selectAll('b')
          .whereRef('b.item_id', '=', 'w.item_id')
          .whereRef('b.branch_id', '=', 'w.branch_id')
          .where('b.remaining_quantity', '>', sql<string>`0`)
          .orderBy('b.expire_date')
          .orderBy('b.created_at')
          .orderBy('b.id')
          .offset(sql.lit(0))
          .as('b'),
      )
      .select(({ ref }) => [
        'b.id',
        'b.item_id',
        'b.branch_id',
        'b.expired',
        'b.expire_date',
        sql<number>`(extract(epoch FROM ${ref('b.created_at')}) * 1000)::float8`.as('created_at'),
        sql<string>`trunc(${ref('b.remaining_quantity')} * 1000)::text`.as('remaining'),
        sql<string>`trunc(${ref('b.cost_value')} * 10000)::text`.as('cost'),
      ]),
  );
  return rows.map(toStoredBatch);
}

const entryJson = (entries: readonly LedgerEntry[]): string =>
  JSON.stringify(
    entries.map(({ batch_id, item_id, branch_id, movement, sells, returns }) => ({
      batch_id,
      item_id,
      branch_id,
      target: movement?.target ?? null,
      moved: movement ? formatQuantity(movement.quantity) : null,
      line_id: sells?.line_id ?? null,
      sold: sells ? formatQuantity(sells.quantity) : null,
      cost: sells ? formatCost(sells.cost) : null,
      use_id: returns?.use_id ?? null,
      back: returns ? formatQuantity(returns.quantity) : null,
    })),
  );

/** The total change of each batch. */
const batchJson = (entries: readonly LedgerEntry[]): string =>
  JSON.stringify(
    [...Map.groupBy(entries, ({ batch_id }) => batch_id)].flatMap(([batch_id, all]) =>
      batch_id === null
        ? []
        : [
            {
              batch_id,
              delta: formatQuantity(all.reduce((sum, { delta }) => sum + delta, 0n)),
              sold: formatQuantity(all.reduce((sum, { sells }) => sum + (sells?.quantity ?? 0n), 0n)),
            },
          ],
    ),
  );

const changeJson = (changes: readonly LevelChange[]): string =>
  JSON.stringify(
    changes.map(({ item_id, branch_id, reserved, deficit, last_cost }) => ({
      item_id,
      branch_id,
      reserved: formatQuantity(reserved ?? 0n),
      deficit: formatQuantity(deficit ?? 0n),
      last_cost: last_cost === undefined ? null : formatCost(last_cost),
    })),
  );

/** Parts of the ledger's statement that return units of earlier uses and subtract their days in stock again. */
const RETURNING: { readonly parts: RawBuilder<unknown>; readonly days: RawBuilder<unknown> } = {
  parts: sql`, given_back AS (
      UPDATE stock_use u SET returned_quantity = u.returned_quantity + e.back
        FROM (SELECT use_id, sum(back) AS back FROM entry WHERE use_id IS NOT NULL GROUP BY use_id) e
       WHERE u.id = e.use_id
    ), shelved AS (
      -- looked up one by one: joined, all uses and batches there are would be read for a handful
      SELECT e.batch_id, sum(e.back * greatest(0, extract(epoch FROM
               (SELECT u.created_at FROM stock_use u WHERE u.id = e.use_id) - b.created_at))) / 86400 AS days
        FROM entry e CROSS JOIN LATERAL (SELECT created_at FROM stock_batch b WHERE b.id = e.batch_id OFFSET 0) b
       WHERE e.use_id IS NOT NULL GROUP BY e.batch_id
    )`,
  days: sql`- coalesce((SELECT d.days FROM shelved d WHERE d.batch_id = b.id), 0)`,
};

/**
 * Writes the ledger in one statement: uses, movements, remaining units of batches, and levels. Call with the levels
 * locked; the database refuses negative quantities. Parts that these entries do not need are left out of the statement.
 * `ref` is the document that causes the change.
 */
export async function writeLedger(
  ctx: Ctx,
  ref: StockRef,
  entries: readonly LedgerEntry[],
  changes: readonly LevelChange[] = [],
): Promise<void> {
  if (entries.length === 0 && changes.length === 0) return;
  const isSale = entries.some(({ sells }) => sells);
  const back = entries.some(({ returns }) => returns) ? RETURNING : null;
  const used = sql`, used AS (
      INSERT INTO stock_use (id, batch_id, item_id, branch_id, ref_type, ref_id, line_id, quantity, cost_value, created_at)
      SELECT made_id, batch_id, item_id, branch_id, ${ref.type}, ${ref.id}::int, line_id, sold, cost, ${ctx.now}::timestamptz
        FROM entry WHERE made_id IS NOT NULL
    )`;
  const moved = sql`, moved AS (
      INSERT INTO stock_movement (batch_id, product_used_id, target, quantity, ref_type, ref_id, account_id, created_at)
      SELECT batch_id, coalesce(use_id, made_id), target, moved, ${ref.type}, ${ref.id}::int,
             ${getActorId(ctx)}::int, ${ctx.now}::timestamptz
        FROM entry WHERE target IS NOT NULL
    )`;
  const letGo = sql`, let_go AS (
      DELETE FROM stock_reservation r USING beside x
       WHERE r.ref_type = ${ref.type} AND r.ref_id = ${ref.id}::int AND x.reserved < 0
         AND r.item_id = x.item_id AND r.branch_id = x.branch_id
    )`;
  const changed = [...entries.filter(({ batch_id }) => batch_id !== null), ...changes];
  await runStatement(
    ctx,
    sql`
    WITH entry AS MATERIALIZED (
      SELECT e.*${isSale ? sql`, CASE WHEN e.sold IS NOT NULL THEN nextval('stock_use_id_seq')::int END AS made_id` : sql`, NULL::int AS made_id`}
        FROM jsonb_to_recordset(${entryJson(entries)}::jsonb) AS e(
        batch_id int, item_id int, branch_id int, target smallint, moved numeric,
        line_id int, sold numeric, cost numeric, use_id int, back numeric)
    )${isSale ? used : sql``}${entries.some(({ movement }) => movement) ? moved : sql``}${back?.parts ?? sql``}, kept AS (
      UPDATE stock_batch b
         SET remaining_quantity = b.remaining_quantity + c.delta,
             sold_days = b.sold_days
               + c.sold * greatest(0, extract(epoch FROM ${ctx.now}::timestamptz - b.created_at)) / 86400
               ${back?.days ?? sql``}
        FROM jsonb_to_recordset(${batchJson(entries)}::jsonb) AS c (batch_id int, delta numeric, sold numeric)
       WHERE b.id = c.batch_id AND b.id = ${fewOf('batch_id', 'entry')}
      RETURNING b.item_id, b.branch_id, c.delta, c.delta * b.cost_value AS value,
                CASE WHEN b.expired THEN c.delta ELSE 0 END AS expired
    ), beside AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${changeJson(changes)}::jsonb) AS x(
        item_id int, branch_id int, reserved numeric, deficit numeric, last_cost numeric)
    )${changes.some(({ reserved }) => (reserved ?? 0n) < 0n) ? letGo : sql``}, total AS (
      SELECT item_id, branch_id, sum(delta) AS delta, sum(value) AS value, sum(expired) AS expired,
             sum(reserved) AS reserved, sum(deficit) AS deficit, max(last_cost) AS last_cost
        FROM (SELECT item_id, branch_id, delta, value, expired, 0 AS reserved, 0 AS deficit, NULL::numeric AS last_cost
                FROM kept
              UNION ALL
              SELECT item_id, branch_id, 0, 0, 0, reserved, deficit, last_cost FROM beside) AS part
       GROUP BY item_id, branch_id
    ), notified AS (${stockEventsSql(
      ctx,
      changed.map(({ branch_id }) => branch_id),
    )})
    UPDATE stock_level l
       SET on_hand = l.on_hand + t.delta, value = l.value + t.value, expired = l.expired + t.expired,
           reserved = l.reserved + t.reserved, deficit = l.deficit + t.deficit,
           last_cost = coalesce(t.last_cost, l.last_cost)
      FROM total t WHERE l.item_id = t.item_id AND l.branch_id = t.branch_id AND l.item_id = ${fewOf('item_id', 'total')}`,
  );
}
