import { PAYMENT_TYPES } from 'virtual:facts';
import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

const types = PAYMENT_TYPES.map((type) => ({ value: type, label: `payment-method:type.${type}` }));

/** The fields of a payment method in the form and the change history. */
export const formFields = defineFields({
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

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  account_hint: { kind: 'code', name: 'partner_account_hint' },
  branches: { kind: 'integer', name: 'branches_count' },
});

/** The filter of the list by the branch that accepts a method. */
export const branchField: FieldSpec = {
  name: 'branch_id',
  label: 'fields:branch_id',
  kind: 'ref',
  to: 'branch',
};
