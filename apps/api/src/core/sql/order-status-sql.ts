import { CONFIRMED, DELIVERED, ON_THE_WAY, SENT, WAITING } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';

// Order status values stand in SQL as literals, because partial indexes on one status do not match parameters.

/** SQL text for the status of a waiting or confirmed order, whose units are reserved. */
export const isReservedStatusText = (column: string): string => `${column} IN (${WAITING}, ${CONFIRMED})`;

/** Condition for the status of a waiting or confirmed order, whose units are reserved. */
export const isReservedStatusSql = (column: string): RawBuilder<boolean> =>
  sql.raw(isReservedStatusText(column));

/** SQL text for the status of an order that is neither delivered nor canceled. */
export const isInProgressStatusText = (column: string): string =>
  `${column} BETWEEN ${WAITING} AND ${ON_THE_WAY}`;

/** Condition for the status of an order that is neither delivered nor canceled. */
export const isInProgressStatusSql = (column: string): RawBuilder<boolean> =>
  sql.raw(isInProgressStatusText(column));

/** SQL text for the status of an order whose units have left stock. */
export const isSentStatusText = (column: string): string => `${column} BETWEEN ${SENT} AND ${DELIVERED}`;
