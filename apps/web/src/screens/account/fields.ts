import { defineFields, statusFact } from '../../kit/index.ts';

export const formFields = defineFields({
  avatar: { kind: 'image', name: 'avatar_base64', shown: 'avatar_url' },
  name: { kind: 'text' },
  email: { kind: 'code', mode: 'email' },
  phone: { kind: 'code', mode: 'tel' },
  role: { kind: 'ref', name: 'role_id', to: 'role', shown: 'role_title' },
  /** the list has the branch in the row, the form has it inside `info` */
  branch: { kind: 'ref', name: 'branch_id', to: 'branch', shown: 'branch_name' },
  home_branch: { kind: 'ref', name: 'info.branch_id', to: 'branch', shown: 'branch_name' },
  last_seen_at: { kind: 'instant', label: 'account:last_seen' },
  created_at: { kind: 'instant' },
});

export const statusField = statusFact;

/** The filter by role; the list names the role's id `role`. */
export const roleFilter = defineFields({ role: { kind: 'ref', to: 'role' } }).role;
