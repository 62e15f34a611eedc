import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';

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

type Product = Selectable<Tables['product']>;
type StoredProductValues = Pick<
  Product,
  'id' | 'price' | 'compare_at' | 'free' | 'status' | 'brand_id' | 'stepper'
> & {
  titles: string;
  descriptions: string;
};
type StoredItemValues = Pick<Selectable<Tables['product_item']>, 'id' | 'price' | 'option'>;

/** Writes these values to locked products and increments their versions. */
export const updateProductValues = (ctx: Ctx, rows: readonly ProductValues[]) =>
  runStatement(
    ctx,
    tables
      .updateTable('product as p')
      .from(
        sql<StoredProductValues>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'r'>(
          sql`r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, free smallint,
                status smallint, brand_id int, stepper numeric)`,
        ),
      )
      .set(({ eb, ref }) => ({
        titles: ref('r.titles'),
        descriptions: ref('r.descriptions'),
        price: ref('r.price'),
        compare_at: ref('r.compare_at'),
        free: ref('r.free'),
        status: ref('r.status'),
        brand_id: ref('r.brand_id'),
        stepper: ref('r.stepper'),
        version: eb('p.version', '+', 1),
        updated_at: ctx.now,
      }))
      .whereRef('p.id', '=', 'r.id'),
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
      tables
        .updateTable('product_item as i')
        .from(
          sql<StoredItemValues>`jsonb_to_recordset(${JSON.stringify(items)}::jsonb)`.as<'r'>(
            sql`r(id int, price numeric, option text)`,
          ),
        )
        .set(({ ref }) => ({ price: ref('r.price'), option: ref('r.option') }))
        .whereRef('i.id', '=', 'r.id'),
    );
}
