import { TAX_SLOTS } from 'virtual:facts';
import { defineFields, statusFact } from '../../kit/index.ts';

/** A tax type's fields as the form writes them and the history tells them. */
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

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  name: { kind: 'text' },
  products: { kind: 'integer', name: 'products_count' },
});
