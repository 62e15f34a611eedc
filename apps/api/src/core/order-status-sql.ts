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
  CONFIRMED: literal(CONFIRMED),
  SENT: literal(SENT),
  ON_THE_WAY: literal(ON_THE_WAY),
  DELIVERED: literal(DELIVERED),
} as const;

/** Whether a status value is of an order that waits or is confirmed: its units are reserved. */
export const isReservedStatusSql = (value: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${value} IN (${STATUS_SQL.WAITING}, ${STATUS_SQL.CONFIRMED})`;

/** Whether it is of an order that is neither delivered nor canceled. */
export const isInProgressStatusSql = (value: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${value} BETWEEN ${STATUS_SQL.WAITING} AND ${STATUS_SQL.ON_THE_WAY}`;

/** Whether it is of an order whose units have left the stock. */
export const isSentStatusSql = (value: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${value} BETWEEN ${STATUS_SQL.SENT} AND ${STATUS_SQL.DELIVERED}`;
