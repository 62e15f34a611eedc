import { getCurrencyScale } from '@dukkan/commerce';
import type { ReportUnit } from '@dukkan/contract';
import { formatDateTime, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';

export type ReportFigure = string | number | null | undefined;

type Facts = {
  readonly unit: ReportUnit;
  readonly currency: string;
  /** The time zone in which instants are shown. */
  readonly zone?: string;
  /** Leaves out the currency of amounts, when it is shown once for all. */
  readonly isBare?: boolean;
};

const DAY_UNIT = { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 } as const;
const MINUTE_UNIT = {
  style: 'unit',
  unit: 'minute',
  unitDisplay: 'long',
  maximumFractionDigits: 0,
} as const;

/** Units that are shown as words or signs next to the number. */
const WORDED: readonly ReportUnit[] = ['money', 'minutes', 'days'];

/**
 * Returns a function that formats a report's figure with its unit. Negative figures have the minus sign of all numbers.
 * Rule: docs/rules/currencies.md#negative-amounts
 */
export function useReportText() {
  const format = useFormat();
  const { t } = useTranslation('report');
  const say = (value: number, { unit, currency, isBare }: Facts): string => {
    switch (unit) {
      case 'money': {
        const scale = getCurrencyScale(currency);
        return isBare || currency === ''
          ? format.number(value, { minimumFractionDigits: scale, maximumFractionDigits: scale })
          : format.money(value, currency);
      }
      case 'percent':
        return format.percent(value);
      case 'days':
        // the days left of a batch that has expired
        return value < 0
          ? t('expired_ago', { count: -value, shown: isolateBidi(format.number(-value)) })
          : format.number(value, DAY_UNIT);
      case 'minutes':
        return format.number(value, MINUTE_UNIT);
      default:
        return format.number(value);
    }
  };
  return (value: ReportFigure, facts: Facts): string => {
    if (value === null || value === undefined || value === '') return '–';
    // the number of a record is a name, so it has no thousands separators
    if (typeof value === 'number' && facts.unit === 'code') return String(value);
    if (typeof value === 'number') return say(value, facts);
    if (facts.unit === 'date') return format.date(value);
    if (facts.unit === 'instant')
      return formatDateTime(value, { ...format.choice, ...(facts.zone ? { timeZone: facts.zone } : {}) });
    return facts.unit === 'code' ? t(`code.${value}`, { defaultValue: value }) : value;
  };
}

/** A report's figure, red when negative. */
export const ReportValue = ({ value, ...facts }: Facts & { value: ReportFigure }) => {
  const say = useReportText();
  const isLess = typeof value === 'number' && value < 0;
  return (
    // keeps the sign before the number in Arabic, where a number with a word follows the word's direction
    <bdi
      {...(typeof value === 'number' && !WORDED.includes(facts.unit) ? { dir: 'ltr' } : {})}
      className={cx('whitespace-nowrap', isLess && 'text-danger-text')}
    >
      {say(value, facts)}
    </bdi>
  );
};

/** Returns whether values of this unit are aligned at the end of a column. */
export const isFigureUnit = (unit: ReportUnit): boolean =>
  ['money', 'integer', 'quantity', 'percent', 'minutes', 'days'].includes(unit);
