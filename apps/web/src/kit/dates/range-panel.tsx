import { isValidLocalDate } from '@dukkan/commerce';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { Button, Field } from '../../ui/index.ts';
import Calendar from './calendar.tsx';
import { DayBox } from './day-box.tsx';
import type { ShopCalendar } from './use-shop-calendar.ts';

/** The first and last day of a range; empty where it is open. */
export type DayRange = { readonly from: string; readonly to: string };

export type RangePanelProps = {
  days: DayRange;
  onApply: (days: DayRange) => void;
  /** The named ranges, in the order in which they are offered. */
  presets: readonly { name: string; label: string; isPressed: boolean }[];
  onPreset: (name: string) => void;
  calendar: ShopCalendar;
  /** True when only the last day can be selected. */
  isUntil?: boolean | undefined;
};

/** Named ranges, two boxes for typed days and a calendar for both. Rule: docs/rules/screens.md#dates */
const RangePanel = ({ days, onApply, presets, onPreset, calendar, isUntil = false }: RangePanelProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const isPhone = useIsPhoneWidth();
  const [chosen, setChosen] = useState(days);
  const isDate = (day: string) => day === '' || isValidLocalDate(day);
  const isBackwards = !isUntil && chosen.from !== '' && chosen.to !== '' && chosen.from > chosen.to;
  const canApply = isDate(chosen.from) && isDate(chosen.to) && !isBackwards;
  const pick = (day: string) => {
    // a complete range is left for a new one, whose days may be picked in any order
    if (isUntil) setChosen({ ...chosen, to: day });
    else if (chosen.from === '' || chosen.to !== '') setChosen({ from: day, to: '' });
    else setChosen(day < chosen.from ? { from: day, to: chosen.from } : { from: chosen.from, to: day });
  };
  return (
    <div className="flex flex-col gap-3 md:flex-row md:gap-0">
      <fieldset
        aria-label={t('kit:date.presets')}
        className="flex gap-1.5 max-md:flex-wrap md:w-40 md:flex-col md:gap-0.5 md:border-e md:border-line md:pe-2.5"
      >
        {presets.map(({ name, label, isPressed }) => (
          <Button
            key={name}
            size="sm"
            variant={isPhone ? 'secondary' : 'ghost'}
            aria-pressed={isPressed}
            className="justify-start aria-pressed:bg-primary-soft! aria-pressed:text-primary-text!"
            onClick={() => onPreset(name)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <form
        className="flex min-w-0 flex-col gap-3 md:ps-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          // the form of the page must not be saved too
          event.stopPropagation();
          if (canApply) onApply(chosen);
        }}
      >
        <div className="grid grid-cols-2 items-start gap-2.5">
          {isUntil ? null : (
            <Field label={t('fields:from_date')}>
              <DayBox
                value={chosen.from}
                onChange={(from) => setChosen((now) => ({ ...now, from }))}
                today={calendar.today}
              />
            </Field>
          )}
          <Field label={t('fields:to_date')} error={isBackwards ? t('kit:date.backwards') : undefined}>
            <DayBox
              value={chosen.to}
              onChange={(to) => setChosen((now) => ({ ...now, to }))}
              today={calendar.today}
            />
          </Field>
        </div>
        <div className="flex justify-center">
          <Calendar
            {...calendar}
            marked={isUntil ? { from: chosen.to, to: chosen.to } : chosen}
            onPick={pick}
            isRange={!isUntil}
            months={isPhone || isUntil ? 1 : 2}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          className="md:self-end"
          aria-disabled={!canApply || undefined}
        >
          {t('kit:date.apply')}
        </Button>
      </form>
    </div>
  );
};

export default RangePanel;
