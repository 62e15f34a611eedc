/** Figures that are good when they rise. */
const MORE_IS_BETTER: ReadonlySet<string> = new Set([
  'net',
  'orders',
  'profit',
  'margin',
  'average',
  'amount',
  'received',
  'delivered',
]);

/** Figures that are good when they fall. */
const LESS_IS_BETTER: ReadonlySet<string> = new Set([
  'late',
  'late_share',
  'avg_minutes',
  'returns',
  'returned',
  'refunded',
  'cancelled',
  'outstanding',
  'fee',
]);

/** Returns whether a change of a report's column is good or bad for the shop; null for what is neither. */
export function getChangeTone(column: string, way: 'more' | 'less' | 'same'): 'good' | 'bad' | null {
  if (way === 'same') return null;
  if (MORE_IS_BETTER.has(column)) return way === 'more' ? 'good' : 'bad';
  if (LESS_IS_BETTER.has(column)) return way === 'less' ? 'good' : 'bad';
  return null;
}
