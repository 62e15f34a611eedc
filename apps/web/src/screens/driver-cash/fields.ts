import { defineFields } from '../../kit/index.ts';

/** The columns of the list of drivers' cash. */
export const d = defineFields({
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  branch: { kind: 'text', name: 'branch_name' },
  outstanding: { kind: 'money' },
  collected: { kind: 'money' },
  refunded: { kind: 'money' },
  handed_in: { kind: 'money' },
  last_handed_in_at: { kind: 'instant' },
});
