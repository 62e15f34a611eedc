import { STATUS_VARIANTS } from 'virtual:facts';
import { defineFields, statusFact } from '../../kit/index.ts';

/** The values that the trade knows (specification section 4), in their order. */
export const VALUES = [0, 1, 2, 3, 4, 5, -1] as const;

/** An order status's fields as the form writes them and the history tells them. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  status_value: {
    kind: 'choice',
    label: 'order-status:status_value',
    options: VALUES.map((value) => ({ value, label: `order-status:value.${value}` })),
  },
  variant: {
    kind: 'choice',
    label: 'order-status:variant',
    options: STATUS_VARIANTS.map((value) => ({ value, label: `order-status:colour.${value}` })),
  },
  default_start: { kind: 'flag', label: 'order-status:default_start' },
  not_delivered: { kind: 'flag', label: 'order-status:not_delivered' },
  ord: { kind: 'integer' },
  status: statusFact,
});

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  orders: { kind: 'integer', name: 'orders_count', label: 'order-status:orders' },
});
