import {
  computeAmountDue,
  computeOverpaidAmount,
  formatMinor,
  isOrderPaid,
  ORDER_VALUES,
} from '@dukkan/commerce';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { fetchRows } from '../db/tables.ts';
import {
  amountDueSql,
  isOrderPaidSql,
  overpaidAmountSql,
  toOrderAmountColumns,
} from './order-amounts-sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** What is paid is a sum here, as where a payment is just coming in. */
const OF = { ...toOrderAmountColumns('o'), paid_amount: 'o.paid_before + o.received' };
const SCALE = 3;
/** Small amounts, so that what is paid often is exactly what is due. */
const amount = fc.bigInt({ min: 0n, max: 6n });
const orders = fc.array(
  fc.record({
    status_value: fc.constantFrom(...ORDER_VALUES),
    due: amount,
    returned_value: amount,
    paid_amount: amount,
  }),
  { minLength: 1, maxLength: 200 },
);

type Row = { due: string; paid: number; over: string };

test('due, paid and overpaid amounts of an order are the same in SQL and in TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (all) => {
      const text = (value: bigint) => formatMinor(value, SCALE);
      const rows = all.map((order, n) => ({
        n,
        status_value: order.status_value,
        due: text(order.due),
        returned_value: text(order.returned_value),
        paid_before: text(order.paid_amount / 2n),
        received: text(order.paid_amount - order.paid_amount / 2n),
      }));
      const found = await fetchRows(
        app.ctx(),
        sql<Row>`SELECT round(${amountDueSql(OF)}, ${SCALE}::int)::text AS due, ${isOrderPaidSql(OF)} AS paid,
                          round(${overpaidAmountSql(OF)}, ${SCALE}::int)::text AS over
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS o (n int, status_value int, due numeric, returned_value numeric, paid_before numeric, received numeric) ORDER BY n`,
      );
      expect(found).toEqual(
        all.map((order) => ({
          due: text(computeAmountDue(order)),
          paid: Number(isOrderPaid(order)),
          over: text(computeOverpaidAmount(order)),
        })),
      );
    }),
    { numRuns: 50 },
  );
});
