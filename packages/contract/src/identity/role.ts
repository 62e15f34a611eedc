import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import { id, localized, localizedOutput, name, text, zeroOrOne } from '../kit/scalars.ts';

const row = z.object({
  id: z.number().int(),
  key: z.string().nullable(),
  title: z.string(),
  titles: localizedOutput.optional(),
  permissions: z.array(z.string()),
  icon: z.string().nullable(),
  global: z.number().int(),
  status: z.number().int(),
  accounts_count: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const roleShow = row.extend({
  titles: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

/** Names of icons for roles; the web app contains the icons. */
export const ROLE_ICONS = [
  'shield',
  'store',
  'shopping-cart',
  'truck',
  'calculator',
  'book-open',
  'user',
  'users',
  'package',
  'headphones',
  'clipboard',
  'star',
] as const;

export const role = {
  list: list({
    path: '/admin/accounts/roles',
    summary: 'Roles',
    audience: 'staff',
    permission: { resource: 'roles', action: 'view' },
    pick: ['users', 'users.driver', 'users.seller'],
    list: { filters: {}, sorts: ['id', 'title', 'accounts_count', 'status'] },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/accounts/roles/save',
    summary: 'Create or change a role',
    audience: 'staff',
    permission: { resource: 'roles', action: 'save' },
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      titles: localized(name).optional(),
      permissions: z.array(text(60)).max(200).optional(),
      icon: z.enum(ROLE_ICONS).nullish(),
      global: zeroOrOne.optional(),
      status: zeroOrOne.optional(),
    },
    output: roleShow,
    fails: [
      'record.missing',
      'record.stale',
      'permission.not_held',
      'permission.denied',
      'role.own',
      'account.outranked',
      'account.last_admin',
    ],
    invalidates: ['role', 'account'],
  }),
  remove: remove({
    path: '/admin/accounts/roles/delete/{id}',
    summary: 'Delete a role nobody holds',
    audience: 'staff',
    permission: { resource: 'roles', action: 'delete' },
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'role.in_use', 'role.own', 'account.outranked'],
    invalidates: ['role'],
  }),
  restore: save({
    path: '/admin/accounts/roles/restore/{id}',
    summary: 'Bring a deleted role back (undo)',
    audience: 'staff',
    permission: { resource: 'roles', action: 'delete' },
    input: { id },
    output: roleShow,
    fails: ['record.missing', 'permission.not_held', 'account.outranked'],
    invalidates: ['role'],
  }),
  permissions: show({
    path: '/admin/accounts/permissions',
    summary: 'Every permission a role may hold, and whether the caller may grant it',
    audience: 'staff',
    permission: { resource: ['roles', 'users'], action: 'view' },
    input: {},
    output: z.array(
      z.object({
        key: z.string(),
        resource: z.string(),
        /** Null: the whole resource. */
        action: z.string().nullable(),
        title: z.string(),
        grantable: z.boolean(),
      }),
    ),
    fails: [],
    invalidates: [],
  }),
};
