import { CODE_GROUPS } from 'virtual:facts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

const TWO_DIGITS = { minimumIntegerDigits: 2 } as const;

type Titled = { readonly key: string; readonly title: string };

/**
 * Returns a function that names a report's row in the user's language. `short` is for chart axes.
 * @param group the column by which the rows are grouped
 */
export function useReportTitle(group: string): (row: Titled, style?: 'short') => string {
  const { t } = useTranslation('report');
  const { date, dayParts, weekday, number } = useFormat();
  return ({ key, title }, style) => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(key);
    if (group === 'day' && isDay) {
      return style === 'short'
        ? dayParts(key, { day: 'numeric', month: 'short' })
        : `${dayParts(key, { weekday: 'short' })} ${date(key)}`;
    }
    if (group === 'month' && isDay) return dayParts(key, { month: style ?? 'long', year: 'numeric' });
    if (group === '3 months' && isDay) {
      const quarter = Math.floor((Number(key.slice(5, 7)) - 1) / 3) + 1;
      return t('quarter', { quarter: number(quarter), year: dayParts(key, { year: 'numeric' }) });
    }
    if (group === 'hour') return `${number(Number(key), TWO_DIGITS)}:${number(0, TWO_DIGITS)}`;
    if (group === 'weekday' && /^[0-6]$/.test(key)) return weekday(Number(key), style ?? 'long');
    if (CODE_GROUPS.includes(group)) return t(`code.${key}`, { defaultValue: title });
    return title;
  };
}
