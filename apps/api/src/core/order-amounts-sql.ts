import { CANCELED } from '@dukkan/commerce';
import { Prisma } from './db/database.ts';

/** The columns, or what they are about to be, that an order's open amount follows from, as SQL text. */
export type OrderAmountColumns = {
  readonly status_value: string;
  readonly due: string;
  readonly returned_value: string;
  readonly paid_amount: string;
};

/** They as they stand in table `order` under an alias. */
export const toOrderAmountColumns = (alias: string): OrderAmountColumns => ({
  status_value: `${alias}.status_value`,
  due: `${alias}.due`,
  returned_value: `${alias}.returned_value`,
  paid_amount: `${alias}.paid_amount`,
});

const worth = ({ status_value, due, returned_value }: OrderAmountColumns): string =>
  `(CASE WHEN ${status_value} = ${CANCELED} THEN 0 ELSE greatest(0, (${due}) - (${returned_value})) END)`;

/** What is still to be paid, never below zero: `computeAmountDue` of @dukkan/commerce in SQL (docs/rules/orders.md#payment). */
export const amountDueSql = (of: OrderAmountColumns): Prisma.Sql =>
  Prisma.raw(`greatest(0, ${worth(of)} - (${of.paid_amount}))`);

/** 1 where all that is due was paid, else 0: `isOrderPaid` in SQL, as the column `paid` keeps it. */
export const isOrderPaidSql = (of: OrderAmountColumns): Prisma.Sql =>
  Prisma.raw(
    `CASE WHEN ${of.status_value} <> ${CANCELED} AND ${amountDueSql(of).text} = 0 THEN 1 ELSE 0 END`,
  );

/** What was paid beyond what is due: `computeOverpaidAmount` in SQL. */
export const overpaidAmountSql = (of: OrderAmountColumns): Prisma.Sql =>
  Prisma.raw(`greatest(0, (${of.paid_amount}) - ${worth(of)})`);
