import { CANCELED } from '@dukkan/commerce';
import { Prisma } from '../db/database.ts';

/** SQL expressions for the values that an order's amount due is computed from: columns, or their values after a change. */
export type OrderAmountColumns = {
  readonly status_value: string;
  readonly due: string;
  readonly returned_value: string;
  readonly paid_amount: string;
};

/** Returns these columns of table `order` under an alias. */
export const toOrderAmountColumns = (alias: string): OrderAmountColumns => ({
  status_value: `${alias}.status_value`,
  due: `${alias}.due`,
  returned_value: `${alias}.returned_value`,
  paid_amount: `${alias}.paid_amount`,
});

/** SQL text for an order's amount less its returns, 0 when canceled: what its customer owes before payments. */
export const orderValueAfterReturnsSqlText = ({
  status_value,
  due,
  returned_value,
}: OrderAmountColumns): string =>
  `(CASE WHEN ${status_value} = ${CANCELED} THEN 0 ELSE greatest(0, (${due}) - (${returned_value})) END)`;

/** SQL for the amount due, never negative: `computeAmountDue` of @dukkan/commerce (docs/rules/orders.md#payment). */
export const amountDueSql = (columns: OrderAmountColumns): Prisma.Sql =>
  Prisma.raw(`greatest(0, ${orderValueAfterReturnsSqlText(columns)} - (${columns.paid_amount}))`);

/** SQL for 1 when the amount due was fully paid, else 0: `isOrderPaid`, as stored in the column `paid`. */
export const isOrderPaidSql = (columns: OrderAmountColumns): Prisma.Sql =>
  Prisma.raw(
    `CASE WHEN ${columns.status_value} <> ${CANCELED} AND ${amountDueSql(columns).text} = 0 THEN 1 ELSE 0 END`,
  );

/** SQL for the overpaid amount: `computeOverpaidAmount`. */
export const overpaidAmountSql = (columns: OrderAmountColumns): Prisma.Sql =>
  Prisma.raw(`greatest(0, (${columns.paid_amount}) - ${orderValueAfterReturnsSqlText(columns)})`);
