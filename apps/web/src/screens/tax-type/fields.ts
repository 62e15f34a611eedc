import { TAX_SLOTS } from 'virtual:facts';
import { defineFields, statusFact } from '../../kit/index.ts';

/** The fields of a tax type in the form and the change history. */
export const formFields = defineFields({
  names: { kind: 'localized' },
  value: { kind: 'percent', label: 'tax-type:value' },
  value_name: {
    kind: 'choice',
    label: 'tax-type:value_name',
    options: TAX_SLOTS.map((slot) => ({ value: slot, label: `tax-type:slot.${slot}` })),
  },
  ord: { kind: 'integer' },
  status: statusFact,
});

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  name: { kind: 'text' },
  products: { kind: 'integer', name: 'products_count' },
});
