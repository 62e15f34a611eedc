import { STATUS_VARIANTS } from 'virtual:facts';
import { defineFields, statusFact } from '../../kit/index.ts';

/** The values of an order status, in order of an order's progress; -1 is canceled. */
export const STATUS_VALUES = [0, 1, 2, 3, 4, 5, -1] as const;

/** The fields of an order status in the form and the change history. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  status_value: {
    kind: 'choice',
    label: 'order-status:status_value',
    options: STATUS_VALUES.map((value) => ({ value, label: `order-status:value.${value}` })),
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

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  orders: { kind: 'integer', name: 'orders_count', label: 'order-status:orders' },
});
