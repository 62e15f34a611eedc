import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import type { InputOf } from '../../../lib/server/endpoint.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { BundleFacts } from './bundle-facts.tsx';
import { EffectCard } from './effect-card.tsx';
import { EffectItems } from './effect-items.tsx';
import { useEffectBranchAndTime } from './use-effect-branch-and-time.ts';
import { getAllItemsPath, useDebouncedInput } from './use-effect-input.ts';

type Input = InputOf<typeof api.offer.effect>;
type Type = 'wholesale' | 'bundle' | 'coupon';
type Watched = {
  info: Input['info'] & { products: unknown[]; branches_ids: number[] };
  categorys_id?: number[];
};

/** Returns the input that is missing before an offer can be priced; null when complete. */
function findMissingInput(type: Type, { info, categorys_id = [] }: Watched): string | null {
  const isNumber = (value: unknown) => typeof value === 'number';
  if (type === 'bundle') {
    if (info.products.length === 0) return 'choose_parts';
    return isNumber(info.bundle_price) ? null : 'enter_price';
  }
  if (type === 'coupon') return isNumber(info.discount) ? null : 'enter_discount';
  const tiers = info.tiers ?? [];
  if (!tiers.every(({ discount }) => isNumber(discount))) return 'enter_discount';
  if (!tiers.every(({ min_quantity }) => isNumber(min_quantity))) return 'enter_quantity';
  return info.products.length + categorys_id.length === 0 ? 'choose_products' : null;
}

/** Shows how the offer in the surrounding form changes the prices of its items, or what its bundle saves. */
export const OfferEffect = ({ id, type }: { id: number | undefined; type: Type }) => {
  const { t } = useTranslation('offer');
  const values = useWatch() as Watched;
  const moment = useEffectBranchAndTime(values.info.branches_ids);
  const input = useDebouncedInput({
    ...(id === undefined ? {} : { id }),
    branch_id: moment.branch_id,
    ...(moment.date ? { date: moment.date } : {}),
    ...(moment.time ? { time: moment.time } : {}),
    // the code does not affect prices, and it is incomplete while the user types it
    info: { ...values.info, code: null },
    categorys_id: values.categorys_id ?? [],
  });
  const lack = findMissingInput(type, values) ?? (moment.branch_id === null ? 'choose_branch' : null);
  const isComplete = lack === null && input.branch_id !== null;
  const isRested = findMissingInput(type, input as Watched) === null;
  const read = useRead(api.offer.effect, input as Input, { enabled: isComplete && isRested });
  return (
    <EffectCard moment={moment} missing={lack === null ? null : t(`effect.${lack}`)} read={read}>
      {read.results?.bundle ? (
        <BundleFacts of={read.results.bundle} currency={read.results.currency} />
      ) : read.results ? (
        <EffectItems
          of={read.results}
          allItems={getAllItemsPath(values.categorys_id ?? [], values.info.products)}
          isCoupon={type === 'coupon'}
        />
      ) : null}
    </EffectCard>
  );
};
