import { defineFields, statusFact } from '../../kit/index.ts';

/** The fields of a supplier in the form and the change history. */
export const formFields = defineFields({
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  email: { kind: 'code', mode: 'email' },
  delivery_days: { kind: 'integer' },
  order_every_days: { kind: 'integer' },
  minimum_order: { kind: 'money' },
  notes: { kind: 'longText', rows: 3 },
  status: statusFact,
});

/** The columns of the list that the form does not have. */
export const rowFields = defineFields({
  receipts: { kind: 'integer', name: 'receipts_count' },
  net: { kind: 'money' },
  paid: { kind: 'money' },
  balance: { kind: 'money', label: 'supplier:owed' },
});

/** The columns of the ledger. */
export const l = defineFields({
  on_date: { kind: 'day' },
  kind: { kind: 'text' },
  reference: { kind: 'code' },
  value: { kind: 'money' },
  balance: { kind: 'money', label: 'supplier:owed' },
});
