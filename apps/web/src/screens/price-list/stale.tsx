import { useState } from 'react';
import { StaleDialog } from '../../kit/form/stale-dialog.tsx';
import type { Draft } from '../../kit/form/use-draft.ts';
import { Money } from '../../kit/kinds/cell.tsx';
import type { Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { RadioGroup } from '../../ui/index.ts';
import type { PriceEdit } from './sheet-edits.ts';

type LookedUp = RowOf<typeof api.priceList.lookup>['items'][number];

/** A price that somebody else saved meanwhile, other than the one that is to be saved. */
export type PriceConflict = {
  readonly item_id: number;
  readonly title: string;
  readonly mine: number;
  readonly theirs: number;
};

/**
 * The prices of which two versions stand; what only one side changed is no conflict.
 * @param replaced what stood when a price was first changed, by item
 */
export const findPriceConflicts = (
  items: readonly PriceEdit[],
  now: readonly LookedUp[],
  replaced: ReadonlyMap<number, number | null>,
): PriceConflict[] =>
  items.flatMap(({ item_id, price }) => {
    const found = now.find((one) => one.item_id === item_id);
    if (typeof price !== 'number' || !found?.row || found.row.price === price) return [];
    if (replaced.get(item_id) === found.row.price) return [];
    return [{ item_id, title: found.product_title, mine: price, theirs: found.row.price }];
  });

type Side = 'mine' | 'theirs';
type StaleProps = { draft: Draft; theirs: Values; conflicts: readonly PriceConflict[] };

/** Two versions of a list: its head field by field, its prices one by one. */
export const PriceStaleDialog = ({ draft, theirs, conflicts }: StaleProps) => {
  const { t } = useTranslation(['price-list', 'kit']);
  const [sides, setSides] = useState<Readonly<Record<number, Side>>>({});
  const sideOf = (item_id: number): Side => sides[item_id] ?? 'mine';
  const keep = (values: Values): Values => {
    const items = (draft.form.getValues('items') as PriceEdit[]).filter(
      ({ item_id }) => sideOf(item_id) === 'mine',
    );
    return { ...values, items };
  };
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
                  { value: 'mine', label: t('kit:stale.mine'), hint: <Money amount={mine} /> },
                  { value: 'theirs', label: t('kit:stale.theirs'), hint: <Money amount={theirs} /> },
                ]}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </StaleDialog>
  );
};
