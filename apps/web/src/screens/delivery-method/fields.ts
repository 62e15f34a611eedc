import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

/** The fields of a delivery method in the form and the change history. */
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

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  inhouse: { kind: 'choice', options: yesNo },
  asap: { kind: 'choice', options: yesNo },
  branches: { kind: 'integer', name: 'branches_count' },
});

/** The filter of the list by the branch that offers a method. */
export const branchField: FieldSpec = {
  name: 'branch_id',
  label: 'fields:branch_id',
  kind: 'ref',
  to: 'branch',
};
