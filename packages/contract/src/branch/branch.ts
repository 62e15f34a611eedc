import * as z from 'zod';
import { branchDelivery } from '../delivery/delivery-method.ts';
import { branchPayment } from '../delivery/payment-method.ts';
import { list, remove, save, show } from '../kit/endpoint.ts';
import {
  flag,
  id,
  localized,
  localizedOutput,
  longText,
  name,
  percent,
  phoneText,
  picture,
  text,
  zeroOrOne,
} from '../kit/scalars.ts';
import { TAX_MODES } from '../setting/setting.ts';

/** How receipts of the branch's tills are signed: not at all, or by the built-in signer, which is for tests only (`soft`). */
export const BRANCH_FISCAL = ['none', 'soft'] as const;

/** The ways in which a branch sells. */
export const BRANCH_TYPES = ['take_away', 'delivery', 'dine_in'] as const;

const device = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  last_seen: z.string().nullable(),
});

const printer = z.object({
  id: z.number().int(),
  name: z.string(),
  host: z.string(),
  port: z.number().int(),
  profile: z.string(),
  roles: z.array(z.string()),
});

/** Branch settings as stored and shown; tax is always percent. */
const settingsShow = z.object({
  fullfillment: z.number().int(),
  type: z.enum(BRANCH_TYPES),
  refund_force_auth: z.boolean(),
  product_check_availability: z.boolean(),
  coordinates: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  tax: z.object({ value: z.number(), type: z.literal('percent') }),
  /** Null: uses the shop's setting. */
  tax_mode: z.enum(TAX_MODES).nullable(),
  fiscal: z.enum(BRANCH_FISCAL),
  timezone: z.string(),
});

/** A picture of a branch. */
const albumImage = z.object({
  id: z.number().int(),
  names: localizedOutput,
  descriptions: localizedOutput,
  ord: z.number().int(),
  file_url: z.string(),
});

const row = z.object({
  id: z.number().int(),
  no: z.string().nullable(),
  name: z.string(),
  names: localizedOutput.optional(),
  address: z.string(),
  addresses: localizedOutput.optional(),
  phones: z.array(z.string()),
  managers: z.array(z.object({ id: z.number().int(), name: z.string() })),
  city_name: z.string().nullable(),
  warehouse: z.number().int(),
  type: z.enum(BRANCH_TYPES),
  status: z.number().int(),
  logo_url: z.string().nullable(),
  staff_count: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
  /** With `load: pos`. */
  pos: z.array(device).optional(),
  /** With `load: album`; empty while a branch has no pictures. */
  album: z.array(albumImage).optional(),
  /** With `load: methods`: the active methods of the branch. */
  methods: z.object({ payments: z.array(branchPayment), deliveries: z.array(branchDelivery) }).optional(),
});

export const branchShow = row.extend({
  names: localizedOutput,
  addresses: localizedOutput,
  managers_ids: z.array(z.number().int()),
  pos: z.array(device),
  printers: z.array(printer),
  country_id: z.number().int().nullable(),
  state_id: z.number().int().nullable(),
  city_id: z.number().int().nullable(),
  area_id: z.number().int().nullable(),
  settings: settingsShow,
  created_at: z.string(),
  updated_at: z.string(),
});

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const settingsInput = z.strictObject({
  fullfillment: zeroOrOne.optional(),
  type: z.enum(BRANCH_TYPES).optional(),
  refund_force_auth: flag.optional(),
  product_check_availability: flag.optional(),
  coordinates: z.strictObject({ lat: latitude, lng: longitude }).nullish(),
  tax: z.strictObject({ value: percent, type: z.literal('percent').optional() }).optional(),
  tax_mode: z.enum(TAX_MODES).nullish(),
  /** soft: signs receipts of tills for trials; only for German branches with euros. */
  fiscal: z.enum(BRANCH_FISCAL).optional(),
  timezone: text(60).nullish(),
});

const fields = {
  version: z.number().int().min(1).optional(),
  names: localized(name).optional(),
  addresses: localized(longText, { required: false }).nullish(),
  no: text(30).nullish(),
  managers_ids: z.array(id).max(100).optional(),
  phones: z.array(phoneText).max(10).optional(),
  pos: z
    .array(
      z.strictObject({
        id: id.optional(),
        name,
        status: zeroOrOne.optional(),
        last_seen: z.unknown().optional(),
      }),
    )
    .max(50)
    .optional(),
  printers: z
    .array(
      z.strictObject({
        id: id.optional(),
        name,
        host: text(253),
        port: z.number().int().min(1).max(65_535).default(9100),
        profile: z.enum(['a5', '80mm', '58mm']).default('80mm'),
        roles: z
          .array(z.enum(['receipt', 'kitchen', 'label']))
          .max(3)
          .default(['receipt']),
      }),
    )
    .max(20)
    .optional(),
  warehouse: zeroOrOne.optional(),
  status: zeroOrOne.optional(),
  country_id: id.nullish(),
  state_id: id.nullish(),
  city_id: id.nullish(),
  area_id: id.nullish(),
  logo_base64: picture.nullish(),
  settings: settingsInput.optional(),
};

const changes = ['record.missing', 'record.stale', 'record.duplicate', 'branch.forbidden'] as const;

export const branch = {
  list: list({
    path: '/admin/branchs',
    summary: 'Branches',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'view' },
    pick: [
      'orders',
      'driver',
      'seller',
      'users',
      'users.driver',
      'users.seller',
      'payments',
      'sessions',
      'reports',
      'reciepts',
      'pricelist',
      'products',
      'products.extras',
      'offers',
    ],
    list: {
      filters: {
        pos_id: id.optional(),
        warehouse: zeroOrOne.optional(),
        /** The optional parts of each branch, separated by comma or space: `pos`, `album`, `methods`. */
        load: text(60).optional(),
      },
      sorts: ['id', 'name', 'no', 'status'],
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/branchs/show/{id}',
    summary: 'One branch',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'view' },
    input: { id },
    output: branchShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  create: save({
    path: '/admin/branchs/create',
    summary: 'Create a branch',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'save' },
    input: { ...fields, names: localized(name) },
    output: branchShow,
    fails: [
      'record.duplicate',
      'permission.denied',
      'fiscal.country',
      'fiscal.currency',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['branch', 'profile'],
  }),
  update: save({
    path: '/admin/branchs/update/{id}',
    summary: 'Change a branch',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'save' },
    input: { id, ...fields },
    output: branchShow,
    fails: [
      ...changes,
      'branch.in_use',
      'till.in_use',
      'fiscal.country',
      'fiscal.currency',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['branch', 'profile'],
  }),
  remove: remove({
    path: '/admin/branchs/delete/{id}',
    summary: 'Delete a branch nothing depends on',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'delete' },
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'branch.in_use'],
    invalidates: ['branch', 'profile'],
  }),
  restore: save({
    path: '/admin/branchs/restore/{id}',
    summary: 'Bring a deleted branch back (undo)',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'delete' },
    input: { id },
    output: branchShow,
    fails: ['record.missing', 'record.duplicate'],
    invalidates: ['branch', 'profile', 'stock', 'batch'],
  }),
};
