import { CANCELED, CONFIRMED, DELIVERED, ON_THE_WAY, SENT, WAITING } from '@dukkan/commerce';
import { Prisma } from '../db/database.ts';

const literal = (value: number): Prisma.Sql => Prisma.raw(String(value));

/**
 * Order status values by name, as SQL literals, because partial indexes on one status do not match parameters. `check`
 * refuses plain numbers instead.
 */
export const STATUS_SQL = {
  CANCELED: literal(CANCELED),
  WAITING: literal(WAITING),
  DELIVERED: literal(DELIVERED),
} as const;

/** Condition for the status of a waiting or confirmed order, whose units are reserved. */
export const isReservedStatusSql = (column: string): Prisma.Sql =>
  Prisma.raw(`${column} IN (${WAITING}, ${CONFIRMED})`);

/** Condition for the status of an order that is neither delivered nor canceled. */
export const isInProgressStatusSql = (column: string): Prisma.Sql =>
  Prisma.raw(`${column} BETWEEN ${WAITING} AND ${ON_THE_WAY}`);

/** Condition for the status of an order whose units have left stock. */
export const isSentStatusSql = (column: string): Prisma.Sql =>
  Prisma.raw(`${column} BETWEEN ${SENT} AND ${DELIVERED}`);
