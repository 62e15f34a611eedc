import { defineFields, type FieldOption, type FieldSpec, periodFact } from '../../kit/index.ts';

/** The statuses of a receipt; `none` stands for null in the API. */
export const RECEIPT_STATUS_OPTIONS: readonly FieldOption[] = [
  { value: 'none', label: 'receipt:status.none', variant: 'info' },
  { value: 1, label: 'receipt:status.accepted', variant: 'success' },
  { value: 2, label: 'receipt:status.locked', variant: 'dark' },
  { value: -1, label: 'receipt:status.cancelled', variant: 'danger' },
];

/** The fields of a receipt in the form and the change history. */
export const formFields = defineFields({
  supplier_id: { kind: 'ref', to: 'supplier', shown: 'supplier_name' },
  on_date: { kind: 'day', label: 'receipt:received_on' },
  invoice_number: { kind: 'code' },
  invoice_date: { kind: 'day' },
  notes: { kind: 'longText', rows: 2 },
  status: { kind: 'choice', options: RECEIPT_STATUS_OPTIONS },
  items: { kind: 'text', label: 'receipt:lines' },
});

/** The columns of the list of receipts. */
export const rowFields = defineFields({
  supplier: { kind: 'text', name: 'supplier_name' },
  status: { kind: 'choice', options: RECEIPT_STATUS_OPTIONS },
  on_date: { kind: 'day', label: 'receipt:received_on' },
  invoice_number: { kind: 'code' },
  invoice_date: { kind: 'day' },
  branches: { kind: 'text', name: 'branches_names' },
  lines: { kind: 'integer', name: 'lines_count' },
  quantity: { kind: 'quantity' },
  total: { kind: 'money' },
  discount: { kind: 'money' },
  net: { kind: 'money' },
  paid: { kind: 'money' },
  balance: { kind: 'money' },
  created_at: { kind: 'instant' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'supplier_id', label: 'fields:supplier_id', kind: 'ref', to: 'supplier' },
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  { name: 'product_id', label: 'fields:product_id', kind: 'ref', to: 'product' },
  { name: 'status', label: 'fields:status', kind: 'choice', options: RECEIPT_STATUS_OPTIONS },
  periodFact,
  { name: 'unpaid', label: 'fields:unpaid', kind: 'flag' },
];
