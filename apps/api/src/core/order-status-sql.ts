import { CANCELED, CONFIRMED, DELIVERED, ON_THE_WAY, SENT, WAITING } from '@dukkan/commerce';
import { Prisma } from './db/database.ts';

const literal = (value: number): Prisma.Sql => Prisma.raw(String(value));

/**
 * The values of an order's status by name, as parts of a statement. They are written out, not sent as parameters, because
 * an index of the orders in one status serves no parameter. `check` refuses numbers in their place.
 */
export const STATUS_SQL = {
  CANCELED: literal(CANCELED),
  WAITING: literal(WAITING),
  DELIVERED: literal(DELIVERED),
} as const;

/** Whether the status value in a column is of an order that waits or is confirmed: its units are reserved. */
export const isReservedStatusSql = (column: string): Prisma.Sql =>
  Prisma.raw(`${column} IN (${WAITING}, ${CONFIRMED})`);

/** Whether it is of an order that is neither delivered nor canceled. */
export const isInProgressStatusSql = (column: string): Prisma.Sql =>
  Prisma.raw(`${column} BETWEEN ${WAITING} AND ${ON_THE_WAY}`);

/** Whether it is of an order whose units have left the stock. */
export const isSentStatusSql = (column: string): Prisma.Sql =>
  Prisma.raw(`${column} BETWEEN ${SENT} AND ${DELIVERED}`);
