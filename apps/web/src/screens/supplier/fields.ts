import { facts, statusFact } from '../../kit/index.ts';

/** A supplier's fields as the form writes them and the history tells them (specification section 3). */
export const f = facts({
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  notes: { kind: 'longText', rows: 3 },
  status: statusFact,
});

/** What a row of the list says besides. */
export const c = facts({
  receipts: { kind: 'integer', name: 'receipts_count' },
  net: { kind: 'money' },
  paid: { kind: 'money' },
  balance: { kind: 'money', label: 'supplier:owed' },
});

/** A line of the ledger. */
export const l = facts({
  on_date: { kind: 'day' },
  kind: { kind: 'text' },
  reference: { kind: 'code' },
  value: { kind: 'money' },
  balance: { kind: 'money', label: 'supplier:owed' },
});
