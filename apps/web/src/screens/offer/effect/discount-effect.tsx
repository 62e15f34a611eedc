import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import type { InputOf } from '../../../lib/server/endpoint.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { EffectCard } from './effect-card.tsx';
import { EffectItems } from './effect-items.tsx';
import { useEffectBranchAndTime } from './use-effect-branch-and-time.ts';
import { getAllItemsPath, useDebouncedInput } from './use-effect-input.ts';

type Input = InputOf<typeof api.discount.effect>;
type Watched = Omit<Input, 'branch_id' | 'date' | 'time'> & {
  products: { id: number }[];
  categorys_id: number[];
  branches_ids: number[];
};

/** Shows how the discount in the surrounding form changes the prices of its items. */
export const DiscountEffect = ({ id }: { id: number | undefined }) => {
  const { t } = useTranslation('offer');
  const values = useWatch() as Watched;
  const moment = useEffectBranchAndTime(values.branches_ids);
  const { type, value, products, categorys_id, branches_ids, start_date, end_date, days, slots } = values;
  const input = useDebouncedInput({
    ...(id === undefined ? {} : { id }),
    branch_id: moment.branch_id,
    ...(moment.date ? { date: moment.date } : {}),
    ...(moment.time ? { time: moment.time } : {}),
    type,
    value,
    products,
    categorys_id,
    branches_ids,
    start_date,
    end_date,
    days,
    slots,
  });
  const isEmpty = products.length + categorys_id.length === 0;
  const missing =
    typeof value !== 'number'
      ? t('effect.enter_discount')
      : isEmpty
        ? t('effect.choose_products')
        : moment.branch_id === null
          ? t('effect.choose_branch')
          : null;
  const read = useRead(api.discount.effect, input as Input, {
    enabled: missing === null && typeof input.value === 'number' && input.branch_id !== null,
  });
  return (
    <EffectCard moment={moment} missing={missing} read={read}>
      {read.results ? (
        <EffectItems of={read.results} allItems={getAllItemsPath(categorys_id, products)} />
      ) : null}
    </EffectCard>
  );
};
