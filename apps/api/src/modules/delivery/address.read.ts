import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../core/access.ts';
import { type Ctx, requireAccount } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { requireNotDeleted } from '../../core/soft-delete.ts';
import { type AddressRow, rowView, SELECT_ADDRESSES, showView, toPointAndArea } from './address.view.ts';
import { type DeliverySnapshot, readDeliverySnapshot } from './delivery-snapshot.ts';
import { computeQuote } from './quote.ts';

type List = z.output<typeof api.address.list.input>;

/**
 * Condition for the caller's own addresses, or those of all existing customers with the permission. For
 * statements over `address d JOIN account a ON a.id = d.user_id`.
 */
const inSight = (ctx: Ctx): Prisma.Sql =>
  ctx.reach === 'own' ? Prisma.sql`d.user_id = ${requireAccount(ctx).id}` : Prisma.sql`a.deleted_at IS NULL`;

/** Finds the ids of the addresses that are in a zone now. */
async function standingIn(ctx: Ctx, zones: DeliverySnapshot, zone_id: number): Promise<number[]> {
  const box = zones.zones.find(({ id }) => id === zone_id)?.shape.box;
  if (!box) return [];
  const pinned = await ctx.db.$queryRaw<Pick<AddressRow, 'id' | 'lat' | 'lng' | 'area_id'>[]>`
    SELECT d.id, d.lat, d.lng, d.area_id FROM address d JOIN account a ON a.id = d.user_id
     WHERE d.deleted_at IS NULL AND ${inSight(ctx)}
       AND d.lng BETWEEN ${box.west} AND ${box.east} AND d.lat BETWEEN ${box.south} AND ${box.north}`;
  return pinned
    .filter((row) => computeQuote(zones, toPointAndArea(row), ctx.locale).ranked[0]?.id === zone_id)
    .map(({ id }) => id);
}

async function filterOf(ctx: Ctx, input: List, zones: DeliverySnapshot): Promise<Prisma.Sql> {
  const filters = [
    Prisma.sql`d.deleted_at IS NULL`,
    inSight(ctx),
    ...keywordConditions(input.keywords, Prisma.sql`(d.search || ' ' || coalesce(a.search, ''))`),
  ];
  if (input.id !== undefined) filters.push(Prisma.sql`d.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`d.status = ${input.status}`);
  if (input.default !== undefined) filters.push(Prisma.sql`d."default" = ${input.default}`);
  if (input.user_id !== undefined) filters.push(Prisma.sql`d.user_id = ${input.user_id}`);
  if (input.area_id !== undefined) filters.push(Prisma.sql`d.area_id = ${input.area_id}`);
  if (input.zone_id !== undefined)
    filters.push(Prisma.sql`d.id = ANY(${await standingIn(ctx, zones, input.zone_id)}::int[])`);
  return Prisma.join(filters, ' AND ');
}

const ORDERS: Record<List['sort_by'], Prisma.Sql> = {
  id: Prisma.sql`d.id`,
  name: Prisma.sql`fold(d.name) COLLATE "C"`,
  status: Prisma.sql`d.status`,
};

/** Lists addresses with their zone; customers see their own. */
export async function list(ctx: Ctx, input: List) {
  const zones = await readDeliverySnapshot(ctx);
  const where = await filterOf(ctx, input, zones);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM address d JOIN account a ON a.id = d.user_id WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<AddressRow[]>`
    ${SELECT_ADDRESSES} WHERE ${where} ${orderBySql(ORDERS[input.sort_by], Prisma.sql`d.id`, input.sort_as)}
    LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, zones)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds an address that the caller may see, even if it is deleted. */
export async function findAddress(ctx: Ctx, id: number): Promise<AddressRow | undefined> {
  const [row] = await ctx.db.$queryRaw<
    AddressRow[]
  >`${SELECT_ADDRESSES} WHERE d.id = ${id} AND ${inSight(ctx)}`;
  return row;
}

/** Loads addresses by id, even deleted ones and those that the caller may not see. */
export const findAddresses = (ctx: Ctx, ids: readonly number[]): Promise<AddressRow[]> =>
  ctx.db.$queryRaw<AddressRow[]>`${SELECT_ADDRESSES} WHERE d.id = ANY(${[...ids]}::int[]) ORDER BY d.id`;

/** Converts an address to the full response with its zone. */
export const toAddressView = async (ctx: Ctx, row: AddressRow) =>
  showView(ctx, row, await readDeliverySnapshot(ctx));

/** Returns an address. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  toAddressView(ctx, requireNotDeleted(await findAddress(ctx, id)));

/** The fields of a customer's address that an order stores. */
export type OrderAddress = Omit<AddressRow, 'created_at' | 'updated_at' | 'deleted_at' | 'version'>;

/**
 * Returns a customer's existing, active address for an order. Does not check the caller's permission for addresses.
 * @throws record.missing, also for another customer's address
 */
export async function getOrderAddress(ctx: Ctx, user_id: number, id: number): Promise<OrderAddress> {
  const [row] = await ctx.db.$queryRaw<AddressRow[]>`
    ${SELECT_ADDRESSES} WHERE d.id = ${id} AND d.user_id = ${user_id} AND d.status = 1
      AND d.deleted_at IS NULL AND a.deleted_at IS NULL`;
  return requireFound(row);
}
