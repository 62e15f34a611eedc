import { defineReport, detail, formula, ratio, running, sum } from './define-report.ts';

const permission = { resource: 'reports', action: 'view' } as const;
const DAYS = ['from_date', 'to_date'] as const;
const costs = { needs: 'costs' } as const;

/** Purchases: accepted and locked receipts, by the day of the invoice, or else of the delivery. */
export const procurementReport = defineReport({
  key: 'procurement',
  path: '/procurement-report',
  permission,
  time: 'range',
  groups: ['receipt', 'supplier', 'day', 'month', '3 months'],
  single: 'receipt',
  filters: ['branch_id', 'supplier_id'],
  columns: {
    invoice_id: detail('code', { only: ['receipt'] }),
    date: detail('date', { only: ['receipt'] }),
    supplier_id: detail('code', { only: ['receipt', 'supplier'] }),
    supplier_name: detail('text', { only: ['receipt'] }),
    supplier_phone: detail('text', { only: ['receipt', 'supplier'] }),
    reference_number: detail('text', { only: ['receipt'] }),
    quantity: sum('quantity'),
    receipts: sum('integer'),
    total: sum('money', costs),
    discount: formula(['total'], ['net'], costs),
    net: sum('money', costs),
    paid: sum('money', costs),
    balance: formula(['net'], ['paid'], costs),
  },
  figures: ['net', 'receipts', 'quantity', 'balance'],
  chart: { kind: 'bars', y: ['net'] },
  opens: {
    row: {
      to: '/reciepts',
      with: [...DAYS, 'supplier_id'],
      only: ['supplier', 'day', 'month', '3 months'],
    },
    receipt: { to: '/reciepts/purchase-invoice', with: ['id'], only: ['receipt'] },
    paid: { to: '/transactions', with: ['supplier_id'], only: ['supplier'] },
  },
  ties: { net: 'receipt_line.value' },
  sort: { by: 'key', as: 'desc' },
});

/** Current stock, at cost and at sale prices. */
export const inventoryReport = defineReport({
  key: 'inventory',
  path: '/inventory-report',
  permission,
  time: 'now',
  groups: ['item', 'product', 'category', 'branch'],
  filters: ['branch_id', 'product_id', 'categorys_id', 'state'],
  columns: {
    barcode: detail('text', { only: ['item'] }),
    on_hand: sum('quantity'),
    reserved: sum('quantity'),
    available: sum('quantity'),
    expired: sum('quantity'),
    unit_cost: ratio('money', ['stock_cost', 'on_hand'], costs),
    stock_cost: sum('money', costs),
    sale_value: sum('money'),
    batch_rate: detail('quantity', { only: ['item'] }),
  },
  figures: ['stock_cost', 'sale_value', 'on_hand', 'expired'],
  chart: { kind: 'bars', y: ['sale_value'] },
  opens: {
    row: { to: '/products/stock', with: ['branch_id', 'product_id', 'item_id', 'categorys_id', 'state'] },
    expired: {
      to: '/expiry-report',
      with: ['branch_id', 'product_id', 'item_id', 'categorys_id', 'to_date'],
    },
  },
  ties: { stock_cost: 'movement.stock_cost' },
  sort: { by: 'on_hand', as: 'desc' },
});

/** Every movement of a batch, and the stock value after it. */
export const movementReport = defineReport({
  key: 'movement',
  path: '/movement-report',
  permission,
  time: 'range',
  groups: ['event', 'item', 'type', 'day'],
  single: 'event',
  filters: ['branch_id', 'product_id', 'item_id', 'movement_type'],
  columns: {
    at: detail('instant', { only: ['event'] }),
    type: detail('code', { only: ['event'] }),
    reference: detail('text', { only: ['event'] }),
    // the row is named after the item
    item: detail('text', { only: ['event'], hidden: true }),
    branch: detail('text', { only: ['event'] }),
    barcode: detail('text', { only: ['event', 'item'] }),
    quantity: sum('quantity'),
    units: sum('quantity', { hidden: true }),
    shelf_days: sum('days', { hidden: true }),
    shelf_time: ratio('days', ['shelf_days', 'units']),
    unit_cost: ratio('money', ['total_cost', 'quantity'], costs),
    total_cost: sum('money', costs),
    stock_cost: running('money', { needs: 'costs', only: ['event'] }),
    expire_date: detail('date', { only: ['event'] }),
    batch_id: detail('code', { only: ['event'] }),
  },
  figures: ['quantity', 'total_cost', 'shelf_time'],
  chart: { kind: 'bars', y: ['quantity'] },
  opens: {
    row: {
      to: '/products/batches',
      with: ['branch_id', 'product_id', 'item_id'],
      only: ['item'],
      total: false,
    },
    batch_id: { to: '/products/batches', with: ['id'], only: ['event'] },
  },
  ties: { stock_cost: 'inventory.stock_cost' },
  sort: { by: 'key', as: 'desc' },
});

/** Batches with remaining units that expire until a day; by default within 14 days. */
export const expiryReport = defineReport({
  key: 'expiry',
  path: '/expiry-report',
  permission,
  time: 'until',
  groups: ['batch', 'item', 'bucket'],
  single: 'batch',
  filters: ['branch_id', 'product_id', 'item_id', 'categorys_id'],
  columns: {
    batch_id: detail('code', { only: ['batch'] }),
    barcode: detail('text', { only: ['batch', 'item'] }),
    branch: detail('text', { only: ['batch'] }),
    expire_date: detail('date', { only: ['batch'] }),
    days_left: detail('days', { only: ['batch'] }),
    remaining: sum('quantity'),
    likely_lost: sum('quantity'),
    unit_cost: ratio('money', ['value', 'remaining'], costs),
    value: sum('money', costs),
  },
  figures: ['value', 'remaining', 'likely_lost'],
  chart: { kind: 'bars', y: ['remaining'] },
  opens: {
    row: {
      to: '/products/batches',
      with: ['id', 'branch_id', 'product_id', 'item_id', 'expire_from', 'expire_to'],
      and: { remaining: 1 },
    },
  },
  ties: { value: 'inventory.stock_cost' },
  sort: { by: 'expire_date', as: 'asc' },
});

/** Lines of posted stock-takes: system quantity, counted quantity, and the value of the difference. */
export const stockTakingReport = defineReport({
  key: 'stock_taking',
  path: '/stock-taking-report',
  permission,
  time: 'range',
  groups: ['line', 'document'],
  single: 'line',
  filters: ['branch_id', 'product_id', 'item_id', 'count_id'],
  columns: {
    document: detail('code', { only: ['line'] }),
    barcode: detail('text', { only: ['line'] }),
    branch: detail('text', { only: ['line', 'document'] }),
    lines: sum('integer', { hidden: true }),
    system: sum('quantity'),
    counted: sum('quantity'),
    difference: sum('quantity'),
    unit_cost: ratio('money', ['difference_value', 'difference'], costs),
    difference_value: sum('money', costs),
    counted_by: detail('text', { only: ['line', 'document'] }),
    counted_at: detail('instant', { only: ['line', 'document'] }),
  },
  figures: ['difference_value', 'difference', 'counted'],
  chart: { kind: 'bars', y: ['difference'] },
  opens: { row: { to: '/products/counts', with: ['id'], total: false } },
  ties: {},
  sort: { by: 'key', as: 'desc' },
});
