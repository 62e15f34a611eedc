import type { ReportUnit } from '@dukkan/contract';
import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import { getChangeTone } from './change-tone.ts';
import { useReportText } from './report-value.tsx';

type Change = {
  /** The report's column, which says whether more of it is good. */
  column: string;
  now: number | null | undefined;
  earlier: number | null | undefined;
  unit: ReportUnit;
  currency: string;
  /** The compared period, as the contract names it. */
  compare: string;
};

/** From this change on a percentage says less than the two figures, such as 12 instead of 1. */
const TELLING_MAX = 999;
const ARROWS = { more: ArrowUp, less: ArrowDown, same: Equal };
const TONES = { good: 'text-success-text', bad: 'text-danger-text' };

/**
 * The change against another period in words, such as '12% more than last year', coloured by whether it is good; empty
 * unless both figures exist. Rule: docs/rules/reports.md#changes
 */
export const ChangeText = ({ column, now, earlier, unit, currency, compare }: Change) => {
  const { t } = useTranslation('report');
  const { number, percent } = useFormat();
  const say = useReportText();
  if (typeof now !== 'number' || typeof earlier !== 'number') return null;
  const than = t(`than.${compare}`);
  const difference = now - earlier;
  // nothing to compare with is no rise
  if (unit !== 'percent' && earlier === 0) return now === 0 ? null : <span>{t('change.new', { than })}</span>;
  // the difference of two percentages is in percentage points
  const size = unit === 'percent' ? Math.abs(difference) : (Math.abs(difference) / Math.abs(earlier)) * 100;
  // small changes keep a decimal, so that nothing is "less by 0%"
  const rounded = unit === 'percent' || size < 1 ? Math.round(size * 10) / 10 : Math.round(size);
  const way = rounded === 0 ? 'same' : difference > 0 ? 'more' : 'less';
  const Arrow = ARROWS[way];
  const tone = getChangeTone(column, way);
  // a percentage of a loss is no measure
  const isTold = unit !== 'percent' && (rounded > TELLING_MAX || now < 0 || earlier < 0) && way !== 'same';
  const figure = (value: number) => isolateBidi(say(value, { unit, currency }));
  const by =
    unit === 'percent' ? t('change.points', { count: rounded, points: number(rounded) }) : percent(rounded);
  return (
    <span className={cx('inline-flex items-baseline gap-1', tone && TONES[tone])}>
      <Arrow aria-hidden="true" className="size-3 shrink-0 self-center" />
      <span>
        {isTold
          ? t('change.instead', {
              now: figure(now),
              earlier: figure(earlier),
              compared: t(`compared.${compare}`),
            })
          : t(`change.${way}`, { by: isolateBidi(by), than })}
      </span>
    </span>
  );
};
