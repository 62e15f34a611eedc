import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

/** A delivery method's fields as the form writes them and the history tells them (specification section 3). */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  code: { kind: 'code' },
  desc: { kind: 'longText', rows: 3 },
  inhouse: { kind: 'flag' },
  asap: { kind: 'flag' },
  delivery_minutes: { kind: 'integer' },
  delivery_cost: { kind: 'money' },
  ord: { kind: 'integer' },
  status: statusFact,
  image_base64: { kind: 'image' },
});

const yesNo = [
  { value: 1, label: 'kit:yes' },
  { value: 0, label: 'kit:no' },
];

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  inhouse: { kind: 'choice', options: yesNo },
  asap: { kind: 'choice', options: yesNo },
  branches: { kind: 'integer', name: 'branches_count' },
});

/** The filter of the list: what this branch offers. */
export const branch: FieldSpec = { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' };
