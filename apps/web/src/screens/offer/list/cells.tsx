import { MoneyText } from '../../../kit/kinds/money.tsx';
import { RefText } from '../../../kit/pickers/ref-text.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Badge } from '../../../ui/index.ts';

const HOLDS = { now: 'success', later: 'info', over: 'secondary', off: 'secondary' } as const;

/** Whether a rule applies today, or the day on which it starts. */
export const OfferValidity = ({ of, from }: { of: keyof typeof HOLDS; from: string | null }) => {
  const { t } = useTranslation('offer');
  const { date } = useFormat();
  return (
    <Badge variant={HOLDS[of]}>
      {of === 'later' ? t('holds.from', { date: date(from) }) : t(`holds.${of}`)}
    </Badge>
  );
};

export type BranchesProps = {
  ids: readonly number[];
  /** `other_branches`: the rule also holds in branches that the user does not see. */
  readOnly: 'everywhere' | 'other_branches' | null;
};

/** The branches of a rule, or all. */
export const Branches = ({ ids, readOnly }: BranchesProps) => {
  const { t } = useTranslation('offer');
  if (ids.length === 0) return <span className="text-muted">{t('all_branches')}</span>;
  const [first] = ids;
  const named =
    ids.length === 1 && first !== undefined ? (
      <RefText to="branch" id={first} />
    ) : (
      t('branches_count', { count: ids.length })
    );
  if (readOnly !== 'other_branches') return named;
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      {named} <span className="text-muted">{t('and_other_branches')}</span>
    </span>
  );
};

/** The reduction of a rule: a percentage or an amount. */
export const ReductionText = ({ type, value }: { type: 'percent' | 'fixed'; value: number }) => {
  const { percent } = useFormat();
  return type === 'percent' ? <bdi>{percent(value)}</bdi> : <MoneyText amount={value} />;
};

/** The first and last day of a rule; unlimited where a date is missing. */
export const Dates = ({ from, to }: { from: string | null; to: string | null }) => {
  const { t } = useTranslation('offer');
  const { date } = useFormat();
  if (from === null && to === null) return <span className="text-muted">{t('dates.always')}</span>;
  const key = from === null ? 'until' : to === null ? 'from' : 'span';
  return <>{t(`dates.${key}`, { from: date(from), to: date(to) })}</>;
};

/** The number of categories and products of a rule. */
export const ScopeCounts = ({ categories, products }: { categories: number; products: number }) => {
  const { t } = useTranslation('offer');
  const { list } = useFormat();
  const parts = [
    ...(categories > 0 ? [t('sentence.categories', { count: categories })] : []),
    ...(products > 0 ? [t('sentence.products', { count: products })] : []),
  ];
  return parts.length === 0 ? <span className="text-muted">–</span> : list(parts);
};
