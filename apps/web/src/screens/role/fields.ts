import { defineFields, statusFact } from '../../kit/index.ts';

export const formFields = defineFields({
  titles: { kind: 'localized' },
  title: { kind: 'text' },
  icon: { kind: 'text' },
  permissions: { kind: 'text' },
  accounts_count: { kind: 'integer', label: 'role:accounts_count' },
  global: { kind: 'flag' },
});

export const statusField = statusFact;
