import { Prisma } from './db/database.ts';
import { STATUS_SQL } from './order-status-sql.ts';

/** The columns, or what they are about to be, that an order's open amount follows from. */
export type OrderAmountColumns = {
  readonly status_value: Prisma.Sql;
  readonly due: Prisma.Sql;
  readonly returned_value: Prisma.Sql;
  readonly paid_amount: Prisma.Sql;
};

/** They as they stand in table `order` under an alias. */
export const orderAmountColumns = (alias: string): OrderAmountColumns => {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  return {
    status_value: column('status_value'),
    due: column('due'),
    returned_value: column('returned_value'),
    paid_amount: column('paid_amount'),
  };
};

const worthSql = ({ status_value, due, returned_value }: OrderAmountColumns): Prisma.Sql => Prisma.sql`
  CASE WHEN ${status_value} = ${STATUS_SQL.CANCELED} THEN 0 ELSE greatest(0, ${due} - ${returned_value}) END`;

/** What is still to be paid, never below zero: `amountDue` of @dukkan/commerce in SQL (docs/rules/orders.md#payment). */
export const amountDueSql = (of: OrderAmountColumns): Prisma.Sql =>
  Prisma.sql`greatest(0, ${worthSql(of)} - ${of.paid_amount})`;

/** 1 where all that is due was paid, else 0: `isOrderPaid` in SQL, as the column `paid` keeps it. */
export const isOrderPaidSql = (of: OrderAmountColumns): Prisma.Sql => Prisma.sql`
  CASE WHEN ${of.status_value} <> ${STATUS_SQL.CANCELED} AND ${amountDueSql(of)} = 0 THEN 1 ELSE 0 END`;

/** What was paid beyond what is due: `overpaidAmount` in SQL. */
export const overpaidAmountSql = (of: OrderAmountColumns): Prisma.Sql =>
  Prisma.sql`greatest(0, ${of.paid_amount} - ${worthSql(of)})`;
