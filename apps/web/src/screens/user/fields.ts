import { defineFields, statusFact } from '../../kit/index.ts';

export const formFields = defineFields({
  name: { kind: 'text' },
  email: { kind: 'code', mode: 'email' },
  phone: { kind: 'code', mode: 'tel' },
  role: { kind: 'ref', name: 'role_id', to: 'role', shown: 'role_title' },
  branch: { kind: 'ref', name: 'branch_id', to: 'branch', shown: 'branch_name' },
  last_seen_at: { kind: 'instant', label: 'user:last_seen' },
});

export const statusField = statusFact;

/** The permission of the accounts that each page lists: administrators, drivers, sellers. */
export const PERMS = { admins: 'admin', drivers: 'users.driver', sellers: 'users.seller' } as const;
export type UserKind = keyof typeof PERMS;

export const getUserKind = (pathname: string): UserKind => {
  const last = pathname.split('/').findLast((part) => part !== '');
  return last === 'drivers' || last === 'sellers' ? last : 'admins';
};
