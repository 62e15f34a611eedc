import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

/** A price list's fields as the form writes them and the history tells them. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 2 },
  start_date: { kind: 'day' },
  end_date: { kind: 'day' },
  ord: { kind: 'integer' },
  status: statusFact,
  phones: { kind: 'text' },
});

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  holds: { kind: 'text' },
  branches_ids: { kind: 'text' },
  phones_count: { kind: 'text', label: 'price-list:whom.title' },
  items_count: { kind: 'integer' },
  average_change: { kind: 'percent' },
});

/** A filter of the list: lists that hold in a branch. */
export const branchFilter: FieldSpec = {
  name: 'branch_id',
  label: 'fields:branch_id',
  kind: 'ref',
  to: 'branch',
};
