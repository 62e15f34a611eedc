import { PAYMENT_TYPES } from 'virtual:facts';
import { type Fact, facts, statusFact } from '../../kit/index.ts';

const types = PAYMENT_TYPES.map((type) => ({ value: type, label: `payment-method:type.${type}` }));

/** A payment method's fields as the form writes them and the history tells them (specification section 3). */
export const f = facts({
  titles: { kind: 'localized' },
  code: { kind: 'code' },
  type: { kind: 'choice', options: types },
  desc: { kind: 'longText', rows: 3 },
  min_transaction: { kind: 'money' },
  max_transaction: { kind: 'money' },
  delivery_ids: { kind: 'ref', to: 'delivery-method' },
  combinable: { kind: 'flag' },
  inhouse_holder: { kind: 'flag' },
  partner_account: { kind: 'code' },
  margin: { kind: 'percent' },
  charge_customer: { kind: 'flag' },
  master: { kind: 'flag' },
  ord: { kind: 'integer' },
  status: statusFact,
  image_base64: { kind: 'image' },
});

/** The same as a row of the list carries them, where that differs. */
export const c = facts({
  title: { kind: 'text' },
  account_hint: { kind: 'code', name: 'partner_account_hint' },
  branches: { kind: 'integer', name: 'branches_count' },
});

/** The filter of the list: what this branch takes. */
export const branch: Fact = { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' };
