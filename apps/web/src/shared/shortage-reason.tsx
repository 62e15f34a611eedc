import { useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';

type Explained = Pick<
  RowOf<typeof api.stock.explain>,
  'on_hand' | 'expired' | 'reserved' | 'deficit' | 'available'
>;

/**
 * Returns a function that describes the stock of an item as a sentence: '9 on hand: 4 held by orders, 2 expired, 3
 * free.'
 */
export const useStockBreakdownFormatter = () => {
  const { t } = useTranslation('stock');
  const { number, list } = useFormat();
  return (of: Explained, quantity?: number): string => {
    const part = (key: string, count: number) =>
      count > 0 ? [t(`hold.${key}`, { units: number(count) })] : [];
    const held = [
      ...part('reserved', of.reserved),
      ...part('expired', of.expired),
      ...part('deficit', of.deficit),
    ];
    const facts = {
      asked: quantity === undefined ? '' : number(quantity),
      on_hand: number(of.on_hand),
      free: number(Math.max(0, of.available)),
      held: list(held),
    };
    const key = held.length > 0 ? 'held' : 'plain';
    return t(quantity === undefined ? `hold.${key}` : `hold.asked_${key}`, facts);
  };
};

/** Explains why the requested quantity of an item is not available in a branch, from its current stock. */
export const ShortageReason = (place: { item_id: number; branch_id: number; asked: number }) => {
  const { asked, item_id, branch_id } = place;
  const holding = useStockBreakdownFormatter();
  const { results } = useRead(api.stock.explain, { item_id, branch_id });
  return results ? holding(results, asked) : null;
};
