import { type api, PACK_PAGE } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { requirePairedTill } from '../../tills/index.ts';
import { loadShopSnapshot } from '../order/record/shop-snapshot.ts';
import { formatPackVersion, hasAllChanges, type PackVersion, parsePackVersion } from './pack-version.ts';
import { readPackItems, readPackVersion, readRemovedItems } from './read-pack-items.ts';
import { readListVersions, readPackShop } from './read-pack-shop.ts';

// Rule: docs/rules/till-sales.md#pack

type Contract = typeof api.tillPack;
type Show = z.output<Contract['show']['input']>;
type Page = z.output<Contract['show']['output']>;
type Prices = z.output<Contract['prices']['input']>;

/** Where a page goes on: behind which item, with the version of the first page and the one that the till has. */
type Cursor = { readonly after: number; readonly version: PackVersion; readonly since: PackVersion | null };

const formatCursor = ({ after, version, since }: Cursor): string =>
  [after, formatPackVersion(version), since ? formatPackVersion(since) : ''].join('~');

/** @throws request.invalid on the cursor */
function parseCursor(text: string): Cursor {
  const [after = '', now = '', before = ''] = text.split('~');
  const version = parsePackVersion(now);
  if (!/^\d{1,9}$/.test(after) || !version) return failField('cursor', 'invalid');
  return { after: Number(after), version, since: before === '' ? null : parsePackVersion(before) };
}

/** Begins a reading; a version that is not former any more, or of another database, is read as none. */
async function begin(ctx: Ctx, { since }: Show): Promise<Cursor> {
  const version = await readPackVersion(ctx);
  const former = parsePackVersion(since);
  const xmax = ({ snapshot }: PackVersion) => BigInt(snapshot.split(':')[1] ?? '0');
  const isOurs = former !== null && hasAllChanges(former, ctx.now) && xmax(former) <= xmax(version);
  return { after: 0, version, since: isOurs ? former : null };
}

/**
 * Answers a page of what a till sells. The version is taken before anything is read, so that what commits meanwhile
 * comes with the next change, perhaps twice.
 * @throws reference.missing, till.not_paired, request.invalid on the cursor
 */
export async function showPack(ctx: Ctx, input: Show): Promise<Page> {
  const till = await requirePairedTill(ctx, input.device_id);
  const isFirst = input.cursor === undefined;
  const cursor = isFirst ? await begin(ctx, input) : parseCursor(input.cursor ?? '');
  const { version, since, after } = cursor;
  const snapshot = await loadShopSnapshot(ctx);
  const items = await readPackItems(ctx, snapshot, { branch_id: till.branch_id, since, after });
  const isLast = items.length < PACK_PAGE;
  const { shop, shop_hash, lists } = isFirst
    ? await readPackShop(ctx, snapshot, till)
    : { shop: null, shop_hash: input.shop_hash ?? '', lists: [] };
  return {
    version: formatPackVersion(version),
    whole: since === null,
    next: isLast ? null : formatCursor({ ...cursor, after: items.at(-1)?.item_id ?? after }),
    items,
    removed_items_ids: isFirst && since ? await readRemovedItems(ctx, since) : [],
    shop: shop_hash === input.shop_hash ? null : shop,
    shop_hash,
    lists,
  };
}

/**
 * Answers the prices of a price list that holds in the till's branch.
 * @throws record.missing, reference.missing, till.not_paired
 */
export async function showPackPrices(ctx: Ctx, { device_id, id }: Prices) {
  const { branch_id } = await requirePairedTill(ctx, device_id);
  const list = await fetchRow(
    ctx,
    tables
      .selectFrom('price_list as l')
      .innerJoin('price_list_branch as b', 'b.price_list_id', 'l.id')
      .select('l.id')
      .where('l.id', '=', id)
      .where('l.deleted_at', 'is', null)
      .where('l.status', '=', 1)
      .where('b.branch_id', '=', branch_id),
  );
  requireFound(list);
  // the version first: what changes meanwhile is read again
  const [version] = await readListVersions(ctx, [id]);
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('price_list_item as p')
      .select(({ cast }) => ['p.product_id', 'p.item_id', cast<number>('p.price', 'float8').as('price')])
      .where('p.price_list_id', '=', id)
      .where('p.status', '=', sql.lit(1))
      .orderBy('p.item_id'),
  );
  return {
    id,
    version: version?.version ?? '0-0',
    prices: rows.map(({ product_id, item_id, price }): [number, number | null, number] => [
      product_id,
      item_id,
      price,
    ]),
  };
}
