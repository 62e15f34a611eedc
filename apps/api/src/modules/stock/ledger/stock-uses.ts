import { type Expression, type InferResult, type Selectable, sql } from 'kysely';
import { tables } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';

type Place = Readonly<Pick<Selectable<Tables['stock_level']>, 'item_id' | 'branch_id'>>;

/**
 * Items and branches as a table `w`. They are passed as JSON, whose length does not affect the plan, so that the
 * statement is planned only once.
 */
export const placesAsTable = (places: readonly Place[]) =>
  sql<Place>`jsonb_to_recordset(${JSON.stringify(
    places.map(({ item_id, branch_id }) => ({ item_id, branch_id })),
  )}::jsonb)`.as<'w'>(sql`w(item_id int, branch_id int)`);

/** A quantity in thousandths, as text, because the driver would turn large integers into inexact numbers. */
export const thousandths = (quantity: Expression<string>) => sql<string>`(${quantity} * 1000)::bigint::text`;
/** A cost in ten-thousandths, as text. */
export const tenThousandths = (cost: Expression<string>) => sql<string>`(${cost} * 10000)::bigint::text`;

/** Selects uses `u` of stock, oldest first. */
export const selectUses = tables
  .selectFrom('stock_use as u')
  .select(({ ref }) => [
    'u.id',
    'u.batch_id',
    'u.item_id',
    'u.branch_id',
    'u.ref_type',
    'u.ref_id',
    ref('u.line_id').$notNull().as('line_id'),
    thousandths(ref('u.quantity')).as('quantity'),
    thousandths(ref('u.returned_quantity')).as('returned'),
    tenThousandths(ref('u.cost_value')).as('cost'),
  ])
  .orderBy('u.id');

type UseRow = InferResult<typeof selectUses>[number];

/** Returns a use with its quantities in thousandths and its cost in ten-thousandths. */
export const toStockUse = <Row extends UseRow>({ quantity, returned, cost, ...row }: Row) => ({
  ...row,
  quantity: BigInt(quantity),
  returned: BigInt(returned),
  cost: BigInt(cost),
});
