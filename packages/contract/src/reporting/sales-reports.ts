import { defineReport, detail, formula, ratio, share, snapshot, sum } from './define-report.ts';

const permission = { resource: 'reports', action: 'view' } as const;
const DAYS = ['from_date', 'to_date'] as const;
/** Canceled orders count only where they are asked for. */
const NOT_CANCELED = { and: { canceled: 0 }, unless: 'status_value' } as const;

/** Amounts of sales; profit is computed from goods_ex_tax. */
const money = {
  orders: sum('integer'),
  total: sum('money'),
  discount: sum('money'),
  shipping: sum('money'),
  tax_added: sum('money', { hidden: 'while_zero' }),
  rounding: sum('money', { hidden: 'while_zero' }),
  fee: sum('money', { hidden: 'while_zero' }),
  returns: sum('money'),
  net: formula(['total', 'shipping', 'tax_added', 'rounding', 'fee'], ['discount', 'returns']),
  average: ratio('money', ['net', 'orders'], { hidden: true }),
} as const;

const earned = {
  tax: sum('money'),
  goods_ex_tax: sum('money', { hidden: true }),
  cost: sum('money', { needs: 'costs' }),
  uncosted: sum('integer', { needs: 'costs', hidden: true }),
  profit: formula(['goods_ex_tax'], ['cost'], { needs: 'costs' }),
  margin: ratio('percent', ['profit', 'goods_ex_tax'], { needs: 'costs' }),
} as const;

const filters = [
  'branch_id',
  'source',
  'status_value',
  'pos',
  'paid',
  'client_id',
  'seller_id',
  'payment_id',
] as const;

/** The orders that a row counts. */
const ORDERS = { to: '/orders', with: [...DAYS, ...filters], ...NOT_CANCELED } as const;

/** Sales, returns and profit, by the day of the order and of the return. */
export const salesReport = defineReport({
  key: 'sales',
  path: '/sales-report',
  permission,
  time: 'range',
  groups: ['day', 'month', '3 months', 'branch', 'source', 'hour', 'weekday', 'order'],
  single: 'order',
  filters,
  columns: {
    invoice_no: detail('code', { only: ['order'] }),
    client: detail('text', { only: ['order'] }),
    delivery_status: detail('text', { only: ['order'] }),
    payment_status: detail('code', { only: ['order'] }),
    source: detail('code', { only: ['order'] }),
    ...money,
    ...earned,
  },
  figures: ['net', 'orders', 'profit', 'margin'],
  chart: { kind: 'bars', y: ['net'], line: ['profit'] },
  opens: {
    row: {
      ...ORDERS,
      only: ['day', 'month', '3 months', 'branch', 'source'],
    },
    order: { to: '/orders', with: ['id'], only: ['order'] },
    returns: {
      to: '/return-reciepts',
      with: [...DAYS, 'branch_id'],
      only: ['day', 'month', '3 months', 'branch'],
    },
  },
  ties: { net: 'channels.net', cost: 'movement.total_cost' },
  sort: { by: 'key', as: 'desc' },
});

/** Sales by channel, with its share. */
export const channelsReport = defineReport({
  key: 'channels',
  path: '/sales-channels-report',
  permission,
  time: 'range',
  groups: ['source'],
  filters,
  columns: { ...money, share: share('net'), ...earned },
  figures: ['net', 'orders', 'profit', 'margin'],
  chart: { kind: 'bars', y: ['net'] },
  opens: {
    row: ORDERS,
  },
  ties: { net: 'sales.net' },
  sort: { by: 'net', as: 'desc' },
});

/** Payments and refunds, by payment method, by day, or by who holds the money. */
export const paymentsReport = defineReport({
  key: 'payments',
  path: '/payments-report',
  permission: { resource: ['payments', 'branchs', 'reports'], action: 'view' },
  time: 'range',
  groups: ['method', 'day', 'holder', 'row'],
  single: 'row',
  filters: ['order_id', 'branch_id', 'payment_id', 'driver_id', 'status', 'holder', 'refund'],
  columns: {
    order_no: detail('code', { only: ['row'] }),
    paid_at: detail('instant', { only: ['row'] }),
    payment_title: detail('text', { only: ['row'] }),
    holder: detail('code', { only: ['row'] }),
    status: detail('code', { only: ['row'] }),
    ref_number: detail('text', { only: ['row'] }),
    payments: sum('integer'),
    received: sum('money'),
    refunded: sum('money'),
    amount: formula(['received'], ['refunded']),
    pending: sum('money'),
    fee: sum('money'),
    net: formula(['amount'], ['fee']),
  },
  figures: ['amount', 'received', 'refunded', 'fee'],
  chart: { kind: 'bars', y: ['amount'] },
  opens: { row: { to: '/payments', with: [...DAYS, 'branch_id', 'payment_id', 'holder', 'status'] } },
  ties: { amount: 'orders.paid_amount' },
  sort: { by: 'amount', as: 'desc' },
});

/** Orders assigned to and delivered by drivers, their delivery times, and the cash they hold. */
export const driversReport = defineReport({
  key: 'drivers',
  path: '/drivers-report',
  permission: { resource: ['reports', 'users.driver'], action: 'view' },
  time: 'range',
  groups: ['driver', 'hour'],
  filters: ['branch_id', 'driver_id'],
  columns: {
    phone: detail('text', { only: ['driver'] }),
    outstanding: snapshot('money', { only: ['driver'] }),
    assigned: sum('integer'),
    delivered: sum('integer'),
    cancelled: sum('integer'),
    returned: sum('integer'),
    late: sum('integer'),
    late_share: ratio('percent', ['late', 'delivered']),
    minutes: sum('minutes', { hidden: true }),
    timed: sum('integer', { hidden: true }),
    avg_minutes: ratio('minutes', ['minutes', 'timed']),
    cod_collected: sum('money'),
    handed_in: sum('money'),
    delivery_fees: sum('money'),
  },
  figures: ['outstanding', 'delivered', 'avg_minutes', 'late_share'],
  chart: { kind: 'bars', y: ['delivered'] },
  opens: {
    row: {
      to: '/orders',
      with: [...DAYS, 'branch_id', 'driver_id'],
      only: ['driver'],
      total: false,
    },
    outstanding: { to: '/payments/drivers', with: ['driver_id'], only: ['driver'] },
  },
  ties: { outstanding: 'driver_cash.outstanding' },
  sort: { by: 'outstanding', as: 'desc' },
});
