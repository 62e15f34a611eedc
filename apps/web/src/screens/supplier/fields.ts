import { defineFields, statusFact } from '../../kit/index.ts';

/** A supplier's fields as the form writes them and the history tells them (specification section 3). */
export const formFields = defineFields({
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  notes: { kind: 'longText', rows: 3 },
  status: statusFact,
});

/** What a row of the list says besides. */
export const rowFields = defineFields({
  receipts: { kind: 'integer', name: 'receipts_count' },
  net: { kind: 'money' },
  paid: { kind: 'money' },
  balance: { kind: 'money', label: 'supplier:owed' },
});

/** A line of the ledger. */
export const l = defineFields({
  on_date: { kind: 'day' },
  kind: { kind: 'text' },
  reference: { kind: 'code' },
  value: { kind: 'money' },
  balance: { kind: 'money', label: 'supplier:owed' },
});
