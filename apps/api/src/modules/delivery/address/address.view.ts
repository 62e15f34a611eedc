import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { InferResult } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';
import type { DeliverySnapshot } from '../quote/delivery-snapshot.ts';
import { computeQuote } from '../quote/quote.ts';

type Row = z.output<typeof api.address.list.output>;
type Show = z.output<typeof api.address.show.output>;

/** Addresses `d` with their customer `a` and area `l`. */
export const addressesWithOwners = tables
  .selectFrom('address as d')
  .innerJoin('account as a', 'a.id', 'd.user_id')
  .leftJoin('location as l', 'l.id', 'd.area_id');

export type AddressQuery = typeof addressesWithOwners;

/** Selects what an address shows. */
export const selectAddressRows = (addresses: AddressQuery) =>
  addresses.select([
    'd.id',
    'd.user_id',
    'a.name as user_name',
    'd.name',
    'd.phone',
    'd.status',
    'd.default',
    'd.area_no',
    'd.street',
    'd.home_no',
    'd.area_id',
    'l.names as area_names',
    'd.lat',
    'd.lng',
    'd.version',
    'd.created_at',
    'd.updated_at',
    'd.deleted_at',
  ]);

export type AddressRow = InferResult<ReturnType<typeof selectAddressRows>>[number];

/** Returns the location of an address for a delivery quote. */
export const toPointAndArea = ({ lat, lng, area_id }: Pick<AddressRow, 'lat' | 'lng' | 'area_id'>) => ({
  point: lat === null || lng === null ? null : { lat, lng },
  area_id,
});

/** Converts an address to a list row with its current zone. */
export const rowView = (ctx: Ctx, row: AddressRow, zones: DeliverySnapshot): Row => ({
  id: row.id,
  user_id: row.user_id,
  user_name: row.user_name,
  name: row.name,
  phone: row.phone,
  status: row.status,
  default: row.default,
  info: { area_no: row.area_no, street: row.street, home_no: row.home_no, area_id: row.area_id },
  area_name: row.area_id === null ? null : resolveText(toTexts(row.area_names), ctx.locale),
  lat: row.lat,
  lng: row.lng,
  zone: computeQuote(zones, toPointAndArea(row), ctx.locale).quote,
  version: row.version,
  actions: ctx.reach === 'own' ? ['save', 'delete'] : allowedActions(ctx, 'Addresses'),
});

/** Converts an address to the full response. */
export const showView = (ctx: Ctx, row: AddressRow, zones: DeliverySnapshot): Show => ({
  ...rowView(ctx, row, zones),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** What an address itself tells, without its customer and its area. */
export type AddressFields = Omit<
  AddressRow,
  'user_name' | 'area_names' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>;

/** The fields that the audit log compares. */
export const auditView = (row: AddressFields): Record<string, unknown> => ({
  user_id: row.user_id,
  name: row.name,
  phone: row.phone,
  status: row.status,
  default: row.default,
  'info.area_no': row.area_no,
  'info.street': row.street,
  'info.home_no': row.home_no,
  'info.area_id': row.area_id,
  lat: row.lat,
  lng: row.lng,
});
