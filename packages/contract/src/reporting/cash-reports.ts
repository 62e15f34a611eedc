import { defineReport, detail, formula, sum } from './define-report.ts';

const BY_SESSION = ['session'] as const;
/** The groups whose rows consist of whole drawers; tax rates and payment methods are parts of many drawers. */
const BY_DRAWER = ['session', 'day', 'month', '3 months', 'branch', 'till', 'cashier'] as const;
const DAYS = ['from_date', 'to_date'] as const;

const row = { only: BY_SESSION } as const;
const drawer = { only: BY_DRAWER } as const;
const hidden = { ...drawer, hidden: true } as const;
const part = { ...drawer, hidden: 'while_zero' } as const;

/** Sales and drawer cash of tills, per session. */
export const posCashReport = defineReport({
  key: 'pos_cash',
  path: '/pos-cash-report',
  permission: { resource: ['sessions', 'reports'], action: 'view' },
  time: 'range',
  groups: ['session', 'day', 'month', '3 months', 'branch', 'till', 'cashier', 'rate', 'method'],
  single: 'session',
  filters: ['branch_id', 'device_id', 'opened_by', 'status'],
  columns: {
    z_number: detail('integer', row),
    branch_name: detail('text', row),
    opened_by_name: detail('text', row),
    opened_at: detail('instant', row),
    closed_by_name: detail('text', { ...row, hidden: true }),
    closed_at: detail('instant', row),
    sessions: sum('integer', { only: ['day', 'month', '3 months', 'branch', 'till', 'cashier'] }),
    orders_count: sum('integer', drawer),
    returns_count: sum('integer', hidden),
    gross_sales: sum('money', drawer),
    discounts: sum('money', drawer),
    shipping: sum('money', part),
    tax_added: sum('money', part),
    rounding: sum('money', part),
    fee: sum('money', part),
    returns_value: sum('money', drawer),
    net_sales: formula(
      ['gross_sales', 'shipping', 'tax_added', 'rounding', 'fee'],
      ['discounts', 'returns_value'],
      drawer,
    ),
    net: sum('money', { only: ['rate'] }),
    tax: sum('money', { only: [...BY_DRAWER, 'rate'] }),
    gross: sum('money', { only: ['rate'] }),
    tax_rates: detail('text', { ...row, hidden: true }),
    payments: sum('integer', { only: ['method'] }),
    received: sum('money', { only: ['method'] }),
    refunded: sum('money', { only: ['method'] }),
    amount: formula(['received'], ['refunded'], { only: ['method'] }),
    pending: sum('money', { only: ['method'] }),
    payment_methods: detail('text', { ...row, hidden: true }),
    start_amount: sum('money', drawer),
    cash_sales: sum('money', drawer),
    cash_refunds: sum('money', drawer),
    cash_in: sum('money', drawer),
    cash_out: sum('money', drawer),
    expected_amount: formula(['start_amount', 'cash_sales', 'cash_in'], ['cash_refunds', 'cash_out'], drawer),
    end_session_amount: sum('money', drawer),
    difference: sum('money', drawer),
    left_in_drawer: sum('money', hidden),
    first_order: detail('integer', { ...row, hidden: true }),
    last_order: detail('integer', { ...row, hidden: true }),
  },
  figures: ['net_sales', 'expected_amount', 'end_session_amount', 'difference'],
  chart: { kind: 'bars', y: ['net_sales'] },
  opens: {
    row: {
      to: '/sessions',
      with: [...DAYS, 'branch_id', 'device_id', 'opened_by', 'status'],
      only: ['day', 'month', '3 months', 'branch', 'till', 'cashier'],
    },
    session: { to: '/sessions', with: ['id'], only: BY_SESSION },
  },
  ties: { net_sales: 'session_orders.net', expected_amount: 'session_orders.cash' },
  sort: { by: 'opened_at', as: 'desc' },
});
