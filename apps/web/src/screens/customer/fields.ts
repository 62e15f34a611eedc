import { defineFields, statusFact } from '../../kit/index.ts';

export const formFields = defineFields({
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  email: { kind: 'code', mode: 'email' },
  created_at: { kind: 'instant', label: 'customer:since' },
  last_seen_at: { kind: 'instant', label: 'customer:last_seen' },
  orders_count: { kind: 'integer' },
  spent: { kind: 'money' },
  last_order_at: { kind: 'instant' },
});

export const statusField = statusFact;
