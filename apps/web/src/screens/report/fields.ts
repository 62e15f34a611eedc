import { MOVEMENT_TYPES, PAYMENT_HOLDERS, PAYMENT_STATES, SOURCES, STOCK_STATES } from 'virtual:facts';
import type { ReportDefinition } from '@dukkan/contract';
import type { FieldOption, FieldSpec } from '../../kit/index.ts';

const createCodeOptions = (values: readonly string[]): readonly FieldOption[] =>
  values.map((value) => ({ value, label: `report:code.${value}` }));

const createRefField = (name: string, to: NonNullable<FieldSpec['to']>): FieldSpec => ({
  name,
  label: `fields:${name}`,
  kind: 'ref',
  to,
});

/** The filters of reports by their names in the contract; the branch is selected in the sentence above the report. */
const FILTERS: Readonly<Record<string, FieldSpec>> = {
  source: { name: 'source', label: 'fields:source', kind: 'choice', options: createCodeOptions(SOURCES) },
  status_value: {
    name: 'status_value',
    label: 'report:filter.status_value',
    kind: 'choice',
    options: [-1, 0, 1, 2, 3, 4, 5].map((value) => ({ value, label: `order-status:value.${value}` })),
  },
  pos: {
    name: 'pos',
    label: 'report:filter.pos',
    kind: 'choice',
    options: [
      { value: 1, label: 'report:filter.at_till' },
      { value: 0, label: 'report:filter.elsewhere' },
    ],
  },
  paid: { name: 'paid', label: 'report:filter.paid', kind: 'flag' },
  client_id: createRefField('client_id', 'customer'),
  seller_id: createRefField('seller_id', 'seller'),
  driver_id: createRefField('driver_id', 'driver'),
  payment_id: { name: 'payment_id', label: 'fields:payment_method', kind: 'ref', to: 'payment-method' },
  supplier_id: createRefField('supplier_id', 'supplier'),
  product_id: createRefField('product_id', 'product'),
  categorys_id: { name: 'categorys_id', label: 'report:filter.category', kind: 'ref', to: 'category' },
  state: {
    name: 'state',
    label: 'report:filter.state',
    kind: 'choice',
    options: createCodeOptions(STOCK_STATES),
  },
  movement_type: {
    name: 'movement_type',
    label: 'report:filter.movement_type',
    kind: 'choice',
    options: createCodeOptions(MOVEMENT_TYPES),
  },
  status: {
    name: 'status',
    label: 'fields:status',
    kind: 'choice',
    options: createCodeOptions(PAYMENT_STATES),
  },
  holder: {
    name: 'holder',
    label: 'order-payment:holder',
    kind: 'choice',
    options: createCodeOptions(PAYMENT_HOLDERS),
  },
  'pos_cash.status': {
    name: 'status',
    label: 'report:filter.session_state',
    kind: 'choice',
    options: createCodeOptions(['closed', 'open']),
  },
  refund: { name: 'refund', label: 'order-payment:refunds_only', kind: 'flag' },
};

/**
 * Returns the filter fields of a report, without those in its sentence; a report may define its own field for a name.
 */
export const listFilterFields = ({ key, filters }: Pick<ReportDefinition, 'key' | 'filters'>): FieldSpec[] =>
  filters.flatMap((name) => FILTERS[`${key}.${name}`] ?? FILTERS[name] ?? []);
