import { type RawBuilder, sql } from 'kysely';

/** Condition for an offer `o` for everyone that is valid on a day, and whose bundle parts are all on sale. */
export const offerIsOnSql = (
  today: string,
): RawBuilder<boolean> => sql<boolean>`(o.type IN ('wholesale', 'bundle')
    AND (o.start_date IS NULL OR o.start_date <= ${today}::date)
    AND (o.end_date IS NULL OR o.end_date >= ${today}::date)
    AND (o.type <> 'bundle' OR NOT EXISTS (
      SELECT 1 FROM offer_product part JOIN product good ON good.id = part.product_id
        JOIN product_item unit ON unit.id = part.item_id
       WHERE part.offer_id = o.id
         AND (good.deleted_at IS NOT NULL OR good.status = 0 OR unit.deleted_at IS NOT NULL))))`;
