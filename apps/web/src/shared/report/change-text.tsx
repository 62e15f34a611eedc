import type { ReportUnit } from '@dukkan/contract';
import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

type Change = {
  now: number | null | undefined;
  then: number | null | undefined;
  unit: ReportUnit;
  /** The compared period, as the contract names it. */
  compare: string;
};

/** The change against another period in words, such as '12% more than last year'; empty unless both figures exist. */
export const ChangeText = ({ now, then, unit, compare }: Change) => {
  const { t } = useTranslation('report');
  const { number, percent } = useFormat();
  if (typeof now !== 'number' || typeof then !== 'number') return null;
  const than = t(`than.${compare}`);
  const difference = now - then;
  if (unit !== 'percent' && then === 0) {
    return now === 0 ? null : <span>{t('change.new', { than })}</span>;
  }
  // the difference of two percentages is in percentage points
  const size = unit === 'percent' ? Math.abs(difference) : (Math.abs(difference) / Math.abs(then)) * 100;
  // small changes keep a decimal, so that nothing is "less by 0%"
  const rounded = unit === 'percent' || size < 1 ? Math.round(size * 10) / 10 : Math.round(size);
  const by =
    unit === 'percent' ? t('change.points', { count: rounded, points: number(rounded) }) : percent(rounded);
  const way = rounded === 0 ? 'same' : difference > 0 ? 'more' : 'less';
  const Arrow = { more: ArrowUp, less: ArrowDown, same: Equal }[way];
  return (
    <span className="inline-flex items-baseline gap-1">
      <Arrow aria-hidden="true" className="size-3 shrink-0 self-center" />
      {t(`change.${way}`, { by: isolateBidi(by), than })}
    </span>
  );
};
