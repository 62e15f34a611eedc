/**
 * SQL for the moment when the money of payment `p` moved: when it was settled, or its own moment while it is pending. The
 * index `order_payment_moved` serves ranges of it.
 * Rule: docs/rules/reports.md#payments
 */
export const PAYMENT_MOMENT_SQL = 'coalesce(p.settled_at, p.created_at)';
