import { useState } from 'react';
import { StaleDialog } from '../../kit/form/stale-dialog.tsx';
import type { FormDraft } from '../../kit/form/use-draft.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import type { Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { RadioGroup } from '../../ui/index.ts';
import type { SheetEdits } from './sheet-edits.ts';

type LookedUp = RowOf<typeof api.priceList.lookup>['items'][number];

/**
 * An item whose price another user saved in the meantime, with a different value; a null price means that the row is
 * removed.
 */
type PriceConflict = {
  readonly item_id: number;
  readonly title: string;
  readonly mine: number | null;
  readonly theirs: number | null;
};

/** The differences between two versions of a list. */
type PriceComparison = {
  readonly conflicts: readonly PriceConflict[];
  /** The stored rows that the user removed, by item id. */
  readonly goingRows: ReadonlyMap<number, number>;
};

/**
 * Compares unsaved prices with the stored ones; a price that only one side changed, or both in the same way, is no
 * conflict.
 * @param replaced the stored prices at the time of each first edit, by item id
 */
export function comparePrices(
  { items, deleted_items }: SheetEdits,
  now: readonly LookedUp[],
  replaced: ReadonlyMap<number, number | null>,
): PriceComparison {
  const changed = items.flatMap(({ item_id, price }): PriceConflict[] => {
    const currentItem = now.find((one) => one.item_id === item_id);
    const before = replaced.get(item_id);
    const theirs = currentItem?.row?.price ?? null;
    // edits of an earlier visit have no earlier price; without a stored row they count as new prices
    const isAsBefore = before === theirs || (before === undefined && theirs === null);
    if (typeof price !== 'number' || !currentItem || theirs === price || isAsBefore) return [];
    return [{ item_id, title: currentItem.product_title, mine: price, theirs }];
  });
  const going = now.flatMap(({ item_id, product_title: title, row }) =>
    row && deleted_items.includes(row.id) ? [{ item_id, title, row }] : [],
  );
  const remainingRows = going
    .filter(({ item_id, row }) => replaced.get(item_id) !== row.price)
    .map(({ item_id, title, row }): PriceConflict => ({ item_id, title, mine: null, theirs: row.price }));
  return {
    conflicts: [...changed, ...remainingRows],
    goingRows: new Map(going.map(({ item_id, row }) => [item_id, row.id])),
  };
}

type Side = 'mine' | 'theirs';
type StaleProps = { draft: FormDraft; theirs: Values } & PriceComparison;

/** Compares two versions of a list: its header by field, its prices one by one. */
export const PriceStaleDialog = ({ draft, theirs, conflicts, goingRows }: StaleProps) => {
  const { t } = useTranslation(['price-list', 'kit']);
  const [sides, setSides] = useState<Readonly<Record<number, Side>>>({});
  const sideOf = (item_id: number): Side => sides[item_id] ?? 'mine';
  const keep = (values: Values): Values => ({
    ...values,
    items: (draft.form.getValues('items') as SheetEdits['items']).filter(
      ({ item_id }) => sideOf(item_id) === 'mine',
    ),
    // a row that both users removed no longer exists
    deleted_items: [...goingRows].flatMap(([item_id, row_id]) => (sideOf(item_id) === 'mine' ? row_id : [])),
  });
  const tell = (price: number | null) =>
    price === null ? t('price-list:stale.removed') : <MoneyText amount={price} />;
  return (
    <StaleDialog draft={draft} theirs={theirs} keep={keep}>
      {conflicts.length > 0 ? (
        <ul aria-label={t('tab.prices')} className="flex flex-col divide-y divide-line border-t border-line">
          {conflicts.map(({ item_id, title, mine, theirs }) => (
            <li key={item_id} className="py-3">
              <p className="mb-1 text-sm font-medium">
                <bdi>{title}</bdi>
              </p>
              <RadioGroup<Side>
                aria-label={title}
                className="grid! gap-3 sm:grid-cols-2"
                value={sideOf(item_id)}
                onChange={(side) => setSides({ ...sides, [item_id]: side })}
                options={[
                  { value: 'mine', label: t('kit:stale.mine'), hint: tell(mine) },
                  { value: 'theirs', label: t('kit:stale.theirs'), hint: tell(theirs) },
                ]}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </StaleDialog>
  );
};
