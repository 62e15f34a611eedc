import { Money } from '../../../kit/kinds/cell.tsx';
import { RefText } from '../../../kit/pickers/ref-text.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Badge } from '../../../ui/index.ts';

const HOLDS = { now: 'success', later: 'info', over: 'secondary', off: 'secondary' } as const;

/** Whether a rule holds today, with the day it begins where that is still to come. */
export const Holds = ({ of, from }: { of: keyof typeof HOLDS; from: string | null }) => {
  const { t } = useTranslation('offer');
  const { date } = useFormat();
  return (
    <Badge variant={HOLDS[of]}>
      {of === 'later' ? t('holds.from', { date: date(from) }) : t(`holds.${of}`)}
    </Badge>
  );
};

/** Where a rule holds: everywhere, or the branches it names. */
export const Branches = ({ ids }: { ids: readonly number[] }) => {
  const { t } = useTranslation('offer');
  if (ids.length === 0) return <span className="text-muted">{t('all_branches')}</span>;
  const [first] = ids;
  if (ids.length === 1 && first !== undefined) return <RefText to="branch" id={first} />;
  return <>{t('branches_count', { count: ids.length })}</>;
};

/** A percentage or an amount off. */
export const ReductionText = ({ type, value }: { type: 'percent' | 'fixed'; value: number }) => {
  const { percent } = useFormat();
  return type === 'percent' ? <bdi>{percent(value)}</bdi> : <Money amount={value} />;
};

/** The first and the last day of a rule; open where none is named. */
export const Dates = ({ from, to }: { from: string | null; to: string | null }) => {
  const { t } = useTranslation('offer');
  const { date } = useFormat();
  if (from === null && to === null) return <span className="text-muted">{t('dates.always')}</span>;
  const key = from === null ? 'until' : to === null ? 'from' : 'span';
  return <>{t(`dates.${key}`, { from: date(from), to: date(to) })}</>;
};

/** What a rule is for: so many categories, so many products. */
export const ScopeCounts = ({ categories, products }: { categories: number; products: number }) => {
  const { t } = useTranslation('offer');
  const { list } = useFormat();
  const parts = [
    ...(categories > 0 ? [t('sentence.categories', { count: categories })] : []),
    ...(products > 0 ? [t('sentence.products', { count: products })] : []),
  ];
  return parts.length === 0 ? <span className="text-muted">–</span> : list(parts);
};
