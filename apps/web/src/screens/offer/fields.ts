import { defineFields, type FieldOption, type FieldSpec, statusFact } from '../../kit/index.ts';

const REDUCTIONS: readonly FieldOption[] = [
  { value: 'percent', label: 'offer:reduction.percent' },
  { value: 'fixed', label: 'offer:reduction.fixed' },
];

const HOLDS: readonly FieldOption[] = [
  { value: 'now', label: 'offer:holds.now', variant: 'success' },
  { value: 'later', label: 'offer:holds.later', variant: 'info' },
  { value: 'over', label: 'offer:holds.over', variant: 'secondary' },
  { value: 'off', label: 'offer:holds.off', variant: 'secondary' },
];

/** The fields of offers in the forms. */
export const offerFields = defineFields({
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 2 },
  status: statusFact,
  ord: { kind: 'integer' },
  image_base64: { kind: 'image' },
  categorys_id: { kind: 'ref', to: 'category' },
  products: { kind: 'ref', to: 'product', name: 'info.products', label: 'fields:products' },
  branches: { kind: 'ref', to: 'branch', name: 'info.branches_ids', label: 'fields:branches_ids' },
  start_date: { kind: 'day', name: 'info.start_date', label: 'fields:start_date' },
  end_date: { kind: 'day', name: 'info.end_date', label: 'fields:end_date' },
  tiers: { kind: 'text', name: 'info.tiers', label: 'fields:tiers' },
  discount: { kind: 'money', name: 'info.discount', label: 'fields:discount' },
  discount_type: {
    kind: 'choice',
    name: 'info.discount_type',
    label: 'fields:discount_type',
    options: REDUCTIONS,
  },
  bundle_price: { kind: 'money', name: 'info.bundle_price', label: 'fields:bundle_price' },
  drink_share: { kind: 'percent', name: 'info.drink_share', label: 'fields:drink_share' },
  code: { kind: 'code', name: 'info.code', label: 'fields:code' },
  min_order: { kind: 'money', name: 'info.min_order', label: 'fields:min_order' },
  max_discount: { kind: 'money', name: 'info.max_discount', label: 'fields:max_discount' },
  usage_limit: { kind: 'integer', name: 'info.usage_limit', label: 'fields:usage_limit' },
  per_customer_limit: {
    kind: 'integer',
    name: 'info.per_customer_limit',
    label: 'fields:per_customer_limit',
  },
});

/** The fields of one quantity tier, without `name`, which depends on the tier's index. */
export const tierFields = {
  min_quantity: { label: 'fields:min_quantity', kind: 'quantity' },
  percent: { label: 'fields:discount', kind: 'percent' },
  fixed: { label: 'fields:discount', kind: 'money' },
  discount_type: { label: 'fields:discount_type', kind: 'choice', options: REDUCTIONS },
} as const satisfies Record<string, Omit<FieldSpec, 'name'>>;

/** The fields of discounts in the form. */
export const discountFields = defineFields({
  titles: { kind: 'localized' },
  type: { kind: 'choice', label: 'fields:discount_type', options: REDUCTIONS },
  value: { kind: 'money', label: 'fields:discount' },
  products: { kind: 'ref', to: 'product' },
  categorys_id: { kind: 'ref', to: 'category' },
  branches: { kind: 'ref', to: 'branch', name: 'branches_ids' },
  start_date: { kind: 'day' },
  end_date: { kind: 'day' },
  days: { kind: 'text' },
  slots: { kind: 'text' },
  status: statusFact,
});

/** Columns of the lists. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  holds: { kind: 'choice', options: HOLDS },
  reduction: { kind: 'text', name: 'value', label: 'fields:discount' },
  product: { kind: 'text', name: 'product_title', label: 'fields:product_id' },
  price: { kind: 'money' },
  price_after: { kind: 'money' },
  products: { kind: 'integer', name: 'products_count' },
  scope: { kind: 'text', name: 'products_count', label: 'offer:scope' },
  dates: { kind: 'day', name: 'start_date', label: 'offer:dates.label' },
  branches: { kind: 'ref', to: 'branch', name: 'branches_ids' },
  days: { kind: 'text' },
  uses: { kind: 'integer' },
  cost: { kind: 'text', name: 'cost_so_far' },
  available: { kind: 'quantity' },
  ord: { kind: 'integer' },
});

/** Filters of the lists. */
export const filterFields = {
  branch: { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  product: { name: 'product_id', label: 'fields:product_id', kind: 'ref', to: 'product' },
  category: { name: 'categorys_id', label: 'fields:category_id', kind: 'ref', to: 'category' },
  runs_out: { name: 'runs_out', label: 'fields:runs_out', kind: 'flag' },
  idle: { name: 'idle', label: 'fields:idle', kind: 'flag' },
} as const satisfies Record<string, FieldSpec>;
