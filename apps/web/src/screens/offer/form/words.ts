import { useCurrency } from '../../../lib/currency.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { usePickOptions } from '../../../lib/list/pick-list.ts';

/** The most names in a sentence; more are given as a number. */
const NAMES_MAX = 3;

type Reduction = { readonly type: 'percent' | 'fixed' | null; readonly value: unknown };
type Dates = { readonly from: string | null | undefined; readonly to: string | null | undefined };

/** Returns functions that format the parts of a rule for its sentence, in the user's language. */
export function useRuleFormatter() {
  const { t } = useTranslation('offer');
  const { list, date, percent, money, number, weekday } = useFormat();
  const currency = useCurrency();
  const open = t('sentence.open');
  const amount = (value: unknown): string =>
    typeof value !== 'number' ? open : isolateBidi(currency ? money(value, currency) : number(value));
  return {
    open,
    amount,
    quantity: (value: unknown) => (typeof value === 'number' ? isolateBidi(number(value)) : open),
    reduction: ({ type, value }: Reduction): string =>
      typeof value !== 'number' ? open : type === 'percent' ? isolateBidi(percent(value)) : amount(value),
    days: (days: readonly number[]): string =>
      days.length === 0
        ? t('sentence.every_day')
        : t('sentence.on_days', { days: list(days.map((day) => weekday(day))) }),
    time: (slots: readonly string[]): string =>
      slots.length === 0 ? t('sentence.all_day') : list(slots.map((slot) => t(`sentence.slot.${slot}`))),
    dates: ({ from, to }: Dates): string => {
      const key = from ? (to ? 'span' : 'from') : to ? 'until' : 'always';
      return t(`sentence.dates.${key}`, {
        from: isolateBidi(date(from ?? null)),
        to: isolateBidi(date(to ?? null)),
      });
    },
    list,
  };
}

/** Returns the products and categories of a rule by name, or their number when there are many. */
export function useRuleScopeText(
  products: readonly { readonly id: number }[],
  categories: readonly number[],
  nothing: string,
): string {
  const { t } = useTranslation('offer');
  const { list } = useFormat();
  const ids = [...new Set(products.map(({ id }) => id))];
  const named = usePickOptions('product', ids.slice(0, NAMES_MAX));
  const within = usePickOptions('category', categories.slice(0, NAMES_MAX));
  const parts = [
    ...(categories.length > NAMES_MAX
      ? [t('sentence.categories', { count: categories.length })]
      : within.map(({ text }) => isolateBidi(text))),
    ...(ids.length > NAMES_MAX
      ? [t('sentence.products', { count: ids.length })]
      : named.map(({ text }) => isolateBidi(text))),
  ];
  return parts.length === 0 ? nothing : list(parts);
}

/**
 * Returns the branches of a rule as text.
 * @param hasOthers true when the rule also holds in branches that the user does not see
 */
export function useBranchesText(branches: readonly number[], hasOthers = false): string {
  const { t } = useTranslation('offer');
  const { list } = useFormat();
  const named = usePickOptions('branch', branches.slice(0, NAMES_MAX));
  if (branches.length === 0) return t('sentence.everywhere');
  return branches.length > NAMES_MAX
    ? t('sentence.branches', { count: branches.length })
    : t(hasOthers ? 'sentence.in_branches_and_others' : 'sentence.in_branches', {
        branches: list(named.map(({ text }) => isolateBidi(text))),
      });
}
