import { getCurrencyScale } from '@dukkan/commerce';
import type { ReportUnit } from '@dukkan/contract';
import { formatDateTime, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';

export type ReportFigure = string | number | null | undefined;

type Facts = {
  readonly unit: ReportUnit;
  readonly currency: string;
  /** The zone that instants are told in. */
  readonly zone?: string;
  /** Amounts without their currency, where it is named once for all. */
  readonly isBare?: boolean;
};

const DAY_UNIT = { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 } as const;
const MINUTE_UNIT = {
  style: 'unit',
  unit: 'minute',
  unitDisplay: 'long',
  maximumFractionDigits: 0,
} as const;

/** Says a figure of a report in words of its unit; amounts below 0 stand in parentheses, as in books. */
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
        return format.number(value, DAY_UNIT);
      case 'minutes':
        return format.number(value, MINUTE_UNIT);
      default:
        return format.number(value);
    }
  };
  return (value: ReportFigure, facts: Facts): string => {
    if (value === null || value === undefined || value === '') return '–';
    // numbers of records are names
    if (typeof value === 'number' && facts.unit === 'code') return String(value);
    if (typeof value === 'number') return value < 0 ? `(${say(-value, facts)})` : say(value, facts);
    if (facts.unit === 'date') return format.date(value);
    if (facts.unit === 'instant')
      return formatDateTime(value, { ...format.choice, ...(facts.zone ? { timeZone: facts.zone } : {}) });
    return facts.unit === 'code' ? t(`code.${value}`, { defaultValue: value }) : value;
  };
}

/** Units whose figures hold a word or a sign of the reader's language, whose direction they are read in. */
const WORDED: readonly ReportUnit[] = ['money', 'days', 'minutes'];

/** A figure of a report, red below 0. */
export const ReportValue = ({ value, ...facts }: Facts & { value: ReportFigure }) => {
  const say = useReportText();
  const isLess = typeof value === 'number' && value < 0;
  return (
    // the parentheses stay around the number in Arabic
    <bdi
      {...(typeof value === 'number' && !WORDED.includes(facts.unit) ? { dir: 'ltr' } : {})}
      className={cx('whitespace-nowrap', isLess && 'text-danger-text')}
    >
      {say(value, facts)}
    </bdi>
  );
};

/** True for units that are aligned at the end of a column. */
export const isFigureUnit = (unit: ReportUnit): boolean =>
  ['money', 'integer', 'quantity', 'percent', 'minutes', 'days'].includes(unit);
