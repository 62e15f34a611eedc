import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { expiredUnmarkedBatchesSql } from '../../catalog/index.ts';

// The worker keeps the sums of items over all branches. Those of items that changed since are not of this moment: a level or price
// changed, or units expired that are not marked yet (docs/adr 0009).

const changedLevels = tables.selectFrom('stock_level_change as c').select('c.item_id');
const changedPrices = tables.selectFrom('stock_price_change as c').select('c.product_id').distinct();
const expiredItems = (ctx: Pick<Ctx, 'now'>) =>
  tables.selectFrom(expiredUnmarkedBatchesSql(ctx).as<'u'>(sql`u`)).select('u.item_id');

/** Selects the sums of items over all branches that are those of this moment. */
export const selectUnchangedItemSums = (ctx: Pick<Ctx, 'now'>) =>
  tables
    .selectFrom('stock_item_sum as s')
    .selectAll()
    .where('s.item_id', 'not in', changedLevels)
    .where('s.product_id', 'not in', changedPrices)
    .where('s.item_id', 'not in', expiredItems(ctx));

/** Selects the ids of all other items, of which some have no stock. */
export const selectChangedItemIds = (ctx: Pick<Ctx, 'now'>) =>
  changedLevels
    .union(
      tables
        .selectFrom(changedPrices.as('c'))
        .innerJoinLateral(
          // looked up one by one: many more changed prices are expected than there are
          ({ selectFrom }) =>
            selectFrom('product_item as i')
              .select('i.id as item_id')
              .whereRef('i.product_id', '=', 'c.product_id')
              .offset(sql.lit(0))
              .as('i'),
          (join) => join.onTrue(),
        )
        .select('i.item_id'),
    )
    .union(expiredItems(ctx));
