import { REPORT_RANGES } from 'virtual:facts';
import { addDays, toLocalDate } from '@dukkan/commerce';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getShopZone } from '../../lib/shop-zone.ts';
import { Button, DateInput, Field, Popover } from '../../ui/index.ts';
import { SlotButton } from './slotted.tsx';

type RangeProps = {
  /** The filters of the URL: `range`, or `from_date` and `to_date`. */
  filters: Readonly<Record<string, unknown>>;
  /** The first and last day that the server used. */
  from: string | null;
  to: string | null;
  zone: string | undefined;
  /** True when only the last day can be selected. */
  isUntil?: boolean;
  onSet: (change: Readonly<Record<string, string | null>>) => void;
};

/** Selects the period of a report: a named range, or any dates. */
export const RangeSlot = ({ filters, from: first, to: last, zone, isUntil = false, onSet }: RangeProps) => {
  const { t } = useTranslation('report');
  const { days, date } = useFormat();
  const [open, setOpen] = useState(false);
  const from = String(filters.from_date ?? first ?? '');
  const to = String(filters.to_date ?? last ?? '');
  const today = toLocalDate(new Date(), zone ?? getShopZone());
  const named = nameOfRange({ filters, from, to, today, isUntil });
  const text = to === '' ? '' : isUntil || from === '' || from === to ? date(to) : days(from, to);
  const set = (change: Record<string, string | null>) => {
    setOpen(false);
    onSet({ range: null, from_date: null, to_date: null, ...change });
  };
  const choices: [string, Record<string, string>][] = isUntil
    ? [7, 30, 90].map((count) => [`days_${count}`, { to_date: addDays(today, count) }])
    : REPORT_RANGES.map((range) => [range, { range }]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('slot.range')}
      trigger={
        <SlotButton>
          {named ? <span className="inline-block first-letter:lowercase">{t(`range.${named}`)}</span> : null}
          {named && text ? ' (' : null}
          <bdi>{text}</bdi>
          {named && text ? ')' : null}
        </SlotButton>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-1.5">
          {choices.map(([name, change]) => (
            <Button key={name} size="sm" aria-pressed={name === named} onClick={() => set(change)}>
              {t(`range.${name}`)}
            </Button>
          ))}
        </div>
        <Dates key={`${from} ${to}`} from={from} to={to} isUntil={isUntil} onSet={set} />
      </div>
    </Popover>
  );
};

type Named = Pick<RangeProps, 'filters'> & { from: string; to: string; today: string; isUntil: boolean };

function nameOfRange({ filters, from, to, today, isUntil }: Named): string | null {
  if (isUntil) return null;
  if (typeof filters.range === 'string') return filters.range;
  if (filters.from_date === undefined && filters.to_date === undefined) return 'this_month';
  if (from !== to) return null;
  return to === today ? 'today' : to === addDays(today, -1) ? 'yesterday' : null;
}

type DatesProps = {
  from: string;
  to: string;
  isUntil: boolean;
  onSet: (change: Record<string, string | null>) => void;
};

const Dates = ({ from, to, isUntil, onSet }: DatesProps) => {
  const { t } = useTranslation(['report', 'fields']);
  const [days, setDays] = useState({ from, to });
  const isBackwards = !isUntil && days.from !== '' && days.to !== '' && days.from > days.to;
  return (
    <form
      className="flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onSet({ from_date: isUntil ? null : days.from || null, to_date: days.to || null });
      }}
    >
      {isUntil ? null : (
        <Field label={t('fields:from_date')}>
          <DateInput value={days.from} onChange={(value) => setDays({ ...days, from: value })} />
        </Field>
      )}
      <Field label={t('fields:to_date')} error={isBackwards ? t('range.backwards') : undefined}>
        <DateInput value={days.to} onChange={(value) => setDays({ ...days, to: value })} />
      </Field>
      <Button type="submit" variant="primary">
        {t('range.apply')}
      </Button>
    </form>
  );
};
