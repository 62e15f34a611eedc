import * as z from 'zod';
import { defineCommand, list, remove, save } from '../kit/endpoint.ts';
import { id, name, text, zeroOrOne } from '../kit/scalars.ts';
import { pairedTill } from '../tills/till-pairing.ts';

/** How a till prints: the browser's dialog, its own device, or the server over the network. */
export const PRINT_ROADS = ['dialog', 'device', 'server'] as const;
export const PRINTER_PROFILES = ['a5', '80mm', '58mm'] as const;
export const PRINTER_ROLES = ['receipt', 'kitchen', 'label'] as const;

const actions = z.array(z.enum(['save', 'delete']));
const version = z.number().int().min(1).optional();
const filters = { branch_id: id.optional() };
const view = { resource: ['branchs', 'sessions', 'seller'], action: 'view' } as const;
const permissionFor = (action: 'save' | 'delete') => ({ resource: 'branchs', action }) as const;

const deviceShape = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  printer_id: z.number().int().nullable(),
  road: z.enum(PRINT_ROADS),
  last_seen: z.string().nullable(),
  ...pairedTill,
  version: z.number().int(),
  actions,
});

/** Tills of a branch (docs/rules/tills.md#devices). */
export const posDevice = {
  list: list({
    path: '/admin/pos/devices',
    summary: 'Tills',
    audience: 'staff',
    permission: view,
    list: { filters, sorts: ['id', 'name'] },
    row: deviceShape,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/pos/devices/save',
    summary: 'Add or change a till',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      branch_id: id.optional(),
      name: name.optional(),
      status: zeroOrOne.optional(),
      printer_id: id.nullish(),
      road: z.enum(PRINT_ROADS).optional(),
    },
    output: deviceShape,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'till.in_use', 'branch.forbidden'],
    invalidates: ['pos-device', 'branch'],
  }),
  remove: remove({
    path: '/admin/pos/devices/delete/{id}',
    summary: 'Take a till out of its branch',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'till.in_use'],
    invalidates: ['pos-device', 'branch'],
  }),
};

const printerShape = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  name: z.string(),
  host: z.string(),
  port: z.number().int(),
  profile: z.enum(PRINTER_PROFILES),
  roles: z.array(z.string()),
  /** Result of the last test: `printed`, or the error. */
  last_answer: z.string().nullable(),
  last_answer_at: z.string().nullable(),
  version: z.number().int(),
  actions,
});

/** Printers in the network of a branch (docs/rules/tills.md#printers). */
export const printer = {
  list: list({
    path: '/admin/printers',
    summary: 'Printers',
    audience: 'staff',
    permission: view,
    list: { filters, sorts: ['id', 'name'] },
    row: printerShape,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/printers/save',
    summary: 'Add or change a printer',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      branch_id: id.optional(),
      name: name.optional(),
      host: text(253).optional(),
      port: z.number().int().min(1).max(65_535).optional(),
      profile: z.enum(PRINTER_PROFILES).optional(),
      roles: z.array(z.enum(PRINTER_ROLES)).max(3).optional(),
    },
    output: printerShape,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'branch.forbidden', 'printer.address'],
    invalidates: ['printer', 'branch'],
  }),
  remove: remove({
    path: '/admin/printers/delete/{id}',
    summary: 'Take a printer out of its branch',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, version },
    fails: ['record.missing', 'record.stale'],
    invalidates: ['printer', 'branch', 'pos-device'],
  }),
  test: defineCommand({
    path: '/admin/printers/test/{id}',
    summary: 'Print a test page on a printer of the private network',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id },
    output: printerShape,
    fails: ['record.missing', 'printer.address'],
    invalidates: ['printer'],
  }),
};
