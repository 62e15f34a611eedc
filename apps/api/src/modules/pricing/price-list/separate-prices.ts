import { type api, NAME_MAX } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { recordAssignments } from './assign-price-list.ts';
import { createPriceList, lockPriceListRow, requireChangeableList } from './price-list.service.ts';

type Separate = z.output<typeof api.priceList.separate.input>;

/**
 * Puts changed prices into a new list from a day on, with the order, status, phones and branches of the list, which
 * itself stays as it is. Of two lists with the same order the newer one wins.
 * Rule: docs/rules/prices.md#change-of-a-list
 * @throws record.missing, reference.missing, branch.forbidden
 */
export const separatePrices = (ctx: Ctx, { id, items, start_date, end_date }: Separate) =>
  ctx.tx(async (ctx) => {
    const row = requireChangeableList(ctx, requireNotDeleted(await lockPriceListRow(ctx, id)));
    const titles = toTexts(row.titles);
    const suffix = ` · ${start_date}`;
    // within the length of a title, so that the new list can be saved again
    const titleOf = (title: string) =>
      title === '' ? '' : `${title.slice(0, NAME_MAX - suffix.length).toWellFormed()}${suffix}`;
    const stored = await ctx.db.price_list_item.findMany({
      where: { price_list_id: id, item_id: { in: items.map(({ item_id }) => item_id) } },
      select: { item_id: true, price: true },
    });
    const prices = new Map(stored.map(({ item_id, price }) => [item_id, Number(price)]));
    const created = await createPriceList(ctx, {
      titles: { ar: titleOf(titles.ar), en: titleOf(titles.en), de: titleOf(titles.de) },
      status: row.status === 1 ? 1 : 0,
      ord: row.ord,
      phones: [...row.phones],
      start_date,
      end_date: end_date === undefined ? row.end_date : end_date,
      items: items.map(({ id: _, ...item }) => ({
        ...item,
        price: item.price ?? prices.get(item.item_id),
      })),
    });
    await ctx.db.price_list_branch.createMany({
      data: row.branches.map((branch_id) => ({ price_list_id: created.id, branch_id })),
    });
    if (row.branches.length > 0)
      await recordAssignments(ctx, created.id, 1, new Map(row.branches.map((branch) => [branch, true])));
    return { ...created, branches_ids: [...row.branches] };
  });
