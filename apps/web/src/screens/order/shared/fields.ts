import { ORDER_TYPES, SOURCES } from 'virtual:facts';
import { defineFields, type FieldOption, type FieldSpec, periodFact } from '../../../kit/index.ts';

/** The values of an order status in order of progress; the shop may have its own names for them. */
export const ORDER_STATUS_OPTIONS = [
  { value: 0, variant: 'primary' },
  { value: 1, variant: 'info' },
  { value: 2, variant: 'warning' },
  { value: 3, variant: 'dark' },
  { value: 4, variant: 'dark' },
  { value: 5, variant: 'success' },
  { value: -1, variant: 'danger' },
] as const;

const values: readonly FieldOption[] = ORDER_STATUS_OPTIONS.map(({ value, variant }) => ({
  value,
  variant,
  label: `order:value.${value === -1 ? 'canceled' : value}`,
}));
const types: readonly FieldOption[] = ORDER_TYPES.map((value) => ({ value, label: `order:type.${value}` }));
const sources: readonly FieldOption[] = SOURCES.map((value) => ({ value, label: `order:source.${value}` }));
const paid: readonly FieldOption[] = [
  { value: 1, label: 'order:paid.yes', variant: 'success' },
  { value: 0, label: 'order:paid.no', variant: 'warning' },
];

/** The fields of an order for its list, page and change history. */
export const formFields = defineFields({
  client: { kind: 'text', name: 'client_name', label: 'order:number' },
  buyer: { kind: 'ref', to: 'customer', name: 'client_id', shown: 'client_name' },
  status: { kind: 'ref', to: 'order-status', name: 'status_id', shown: 'status_title' },
  status_value: { kind: 'choice', options: values },
  promised_at: { kind: 'instant' },
  due: { kind: 'money' },
  open: { kind: 'money', name: 'open_amount' },
  paid: { kind: 'choice', options: paid },
  driver: { kind: 'ref', to: 'driver', name: 'driver_id', shown: 'driver_name' },
  seller: { kind: 'ref', to: 'seller', name: 'seller_id', shown: 'seller_name' },
  address: { kind: 'text' },
  branch: { kind: 'ref', to: 'branch', name: 'branch_id', shown: 'branch_name' },
  created_at: { kind: 'instant' },
  type: { kind: 'choice', options: types },
  source: { kind: 'choice', options: sources },
  payment: { kind: 'ref', to: 'payment-method', name: 'payment_id', shown: 'payment_title' },
  delivery: { kind: 'ref', to: 'delivery-method', name: 'delivery_id', shown: 'delivery_title' },
  lines: { kind: 'integer', name: 'lines_count' },
  quantity: { kind: 'quantity' },
  returned: { kind: 'money', name: 'returned_value' },
  preferred_at: { kind: 'instant' },
  delivered_at: { kind: 'instant' },
  notes: { kind: 'longText' },
  invoice_to: { kind: 'longText' },
  recurring: { kind: 'flag' },
});

const createFlagField = (name: string, label = `fields:${name}`): FieldSpec => ({
  name,
  label,
  kind: 'flag',
});

/** The filters of the list, most used first. */
export const filters: readonly FieldSpec[] = [
  formFields.status_value,
  formFields.status,
  formFields.driver,
  formFields.paid,
  createFlagField('late'),
  createFlagField('unassigned'),
  createFlagField('under_way'),
  createFlagField('canceled'),
  periodFact,
  formFields.branch,
  formFields.seller,
  formFields.buyer,
  formFields.type,
  formFields.source,
  formFields.payment,
  formFields.delivery,
  { name: 'product_id', label: 'fields:product_id', kind: 'ref', to: 'product' },
  { name: 'coupon_id', label: 'fields:coupon_id', kind: 'ref', to: 'coupon' },
  { name: 'due_from', label: 'fields:due_from', kind: 'money' },
  { name: 'due_to', label: 'fields:due_to', kind: 'money' },
  createFlagField('recurring'),
  createFlagField('recur_failed'),
  createFlagField('pos', 'order:till'),
  { name: 'session_id', label: 'fields:session_id', kind: 'integer' },
];
