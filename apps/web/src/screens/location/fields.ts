import { defineFields, statusFact } from '../../kit/index.ts';

/** The fields of a place in the form and the change history. */
export const formFields = defineFields({
  names: { kind: 'localized', shown: 'name' },
  parent_id: { kind: 'ref', to: 'location', shown: 'parent_name', label: 'location:belongs' },
  status: statusFact,
  code: { kind: 'code' },
  timezone: { kind: 'text' },
  utc: { kind: 'code' },
  mobileCode: { kind: 'code', mode: 'tel' },
  min_order: { kind: 'money' },
  delivery_charge: { kind: 'money' },
  delivery_minutes: { kind: 'integer' },
  free_after_amount: { kind: 'money' },
  polygons: { kind: 'code' },
});

/** The columns of the list that the form does not have. */
export const rowFields = defineFields({
  name: { kind: 'text' },
  children: { kind: 'integer', name: 'children_count' },
  area_m2: { kind: 'integer', label: 'location:size' },
  branches: { kind: 'integer', name: 'branches_ids' },
});
