import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

/** The fields of a price list in the form and the change history. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 2 },
  start_date: { kind: 'day' },
  end_date: { kind: 'day' },
  ord: { kind: 'integer' },
  status: statusFact,
  phones: { kind: 'text' },
});

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  holds: { kind: 'text' },
  branches_ids: { kind: 'text' },
  phones_count: { kind: 'text', label: 'price-list:whom.title' },
  items_count: { kind: 'integer' },
  average_change: { kind: 'percent' },
});

/** The filter by a branch in which price lists apply. */
export const branchFilter: FieldSpec = {
  name: 'branch_id',
  label: 'fields:branch_id',
  kind: 'ref',
  to: 'branch',
};
