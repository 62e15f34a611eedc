import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import { id, name, phoneText, text, zeroOrOne } from '../kit/scalars.ts';
import { quoteShape } from './quote.ts';

const where = z.object({
  /** The zone number on the blue plate of buildings in Qatar. */
  area_no: z.string().nullable(),
  street: z.string().nullable(),
  home_no: z.string().nullable(),
  area_id: z.number().int().nullable(),
});

const row = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  user_name: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  status: z.number().int(),
  default: z.number().int(),
  info: where,
  area_name: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** The current delivery quote for the address; null where there is no delivery. */
  zone: quoteShape.nullable(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const addressShow = row.extend({ created_at: z.string(), updated_at: z.string() });

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'Addresses', action }) as const;
const version = z.number().int().min(1).optional();

/** Customers may read and write their own addresses only; staff need the permission. */
export const address = {
  list: list({
    path: '/admin/products/addresses',
    summary: 'Addresses of customers with the zone each stands in; a customer sees their own',
    audience: 'customer',
    permission: permissionFor('view'),
    list: {
      filters: {
        user_id: id.optional(),
        area_id: id.optional(),
        zone_id: id.optional(),
        default: zeroOrOne.optional(),
      },
      sorts: ['id', 'name', 'status'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/addresses/show/{id}',
    summary: 'One address',
    audience: 'customer',
    permission: permissionFor('view'),
    input: { id },
    output: addressShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/addresses/save',
    summary: 'Create or change an address; a customer their own',
    audience: 'customer',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      user_id: id.optional(),
      /** The recipient; null, or undefined for a new address, is the customer. */
      name: name.nullish(),
      phone: phoneText.nullish(),
      status: zeroOrOne.optional(),
      default: zeroOrOne.optional(),
      info: z
        .strictObject({
          area_no: text(30).nullish(),
          street: text(200).nullish(),
          home_no: text(60).nullish(),
          area_id: id.nullish(),
        })
        .optional(),
      lat: z.number().min(-90).max(90).nullish(),
      lng: z.number().min(-180).max(180).nullish(),
    },
    output: addressShow,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'address.too_many'],
    invalidates: ['address'],
  }),
  remove: remove({
    path: '/admin/products/addresses/delete/{id}',
    summary: 'Delete an address; a customer their own',
    audience: 'customer',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale'],
    invalidates: ['address'],
  }),
  restore: save({
    path: '/admin/products/addresses/restore/{id}',
    summary: 'Bring a deleted address back (undo)',
    audience: 'customer',
    permission: permissionFor('delete'),
    input: { id },
    output: addressShow,
    fails: ['record.missing', 'address.too_many'],
    invalidates: ['address'],
  }),
};
