import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement } from '../../../core/db/tables.ts';

/** The product fields that an import writes and an undo restores; amounts in major units of the shop's currency. */
export type ProductValues = {
  readonly id: number;
  readonly titles: object;
  readonly descriptions: object;
  readonly price: number;
  readonly compare_at: number | null;
  readonly free: number;
  readonly status: number;
  readonly brand_id: number | null;
  readonly stepper: number;
};

/** Writes these values to locked products and increments their versions. */
export const updateProductValues = (ctx: Ctx, rows: readonly ProductValues[]) =>
  runStatement(
    ctx,
    sql`
    UPDATE product p
       SET titles = r.titles, descriptions = r.descriptions, price = r.price, compare_at = r.compare_at,
           free = r.free, status = r.status, brand_id = r.brand_id, stepper = r.stepper, version = p.version + 1, updated_at = ${ctx.now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, free smallint,
             status smallint, brand_id int, stepper numeric)
     WHERE p.id = r.id`,
  );

/** The item fields that an import writes; a null price means the product's price. */
export type ItemValues = {
  readonly id: number;
  readonly price: number | null;
  readonly option: string | null;
};

/** Writes the prices and options of items. */
export async function updateItemValues(ctx: Ctx, items: readonly ItemValues[]): Promise<void> {
  if (items.length > 0)
    await runStatement(
      ctx,
      sql`
      UPDATE product_item i SET price = r.price, option = r.option
        FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS r(id int, price numeric, option text)
       WHERE i.id = r.id`,
    );
}
