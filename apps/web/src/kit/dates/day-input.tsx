import { isWholeDayText, parseTypedDay } from '@dukkan/commerce';
import { CalendarDays } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { createWarmChunk } from '../../lib/server/lazy-chunk.ts';
import { Button, cx, Popover, Spinner, useField } from '../../ui/index.ts';
import { bareClass, controlBoxClass } from '../../ui/text-input/input.tsx';
import type { CalendarProps } from './calendar.tsx';
import { formatTypedDay } from './format-days.ts';
import { useTypedText } from './typed-text.ts';
import { useShopCalendar } from './use-shop-calendar.ts';

const chunk = createWarmChunk(() => import('./calendar.tsx'));
const { warm } = chunk;

/** The calendar, once its code is loaded. */
const Calendar = (props: CalendarProps) => {
  const [Part] = useState(chunk.get);
  return <Part {...props} />;
};

export type DayInputProps = Pick<
  ComponentProps<'input'>,
  'id' | 'disabled' | 'aria-label' | 'className' | 'placeholder'
> & {
  /** `YYYY-MM-DD`, an empty text, or what was typed when it is not a date. */
  value: string;
  onChange: (day: string) => void;
  onBlur?: (() => void) | undefined;
  /** The first and last day that the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
  /** The zone that decides which day is today; the shop's by default. */
  zone?: string | undefined;
};

/** A date that is typed in any usual form, or picked in a calendar. Rule: docs/rules/screens.md#dates */
export const DayInput = ({ value, onChange, onBlur, min, max, zone, className, ...rest }: DayInputProps) => {
  const { t } = useTranslation('kit');
  const { choice, date } = useFormat();
  const shop = useShopCalendar(zone);
  const [open, setOpen] = useState(false);
  const field = useField(rest);
  const typed = useTypedText({
    value,
    onChange,
    onBlur,
    parse: (text) => parseTypedDay(text, shop.today),
    isComplete: isWholeDayText,
    format: (day) => formatTypedDay(day, choice),
  });
  const pick = (day: string) => {
    typed.reset();
    onChange(day);
    setOpen(false);
  };
  const limits =
    min && max
      ? t('date.within', { from: date(min), until: date(max) })
      : min
        ? t('date.from', { day: date(min) })
        : max
          ? t('date.until', { day: date(max) })
          : null;
  const canPickToday = !((min && shop.today < min) || (max && shop.today > max));
  return (
    <div className={cx(controlBoxClass, 'h-control ps-2.5', className)}>
      <input
        {...field}
        {...typed.box}
        type="text"
        data-date=""
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        placeholder={rest.placeholder ?? t('date.day_form')}
        {...(typed.isInvalid ? { 'aria-invalid': true } : {})}
        onFocus={warm}
        onKeyDown={(event) => {
          typed.box.onKeyDown(event);
          if (event.key !== 'ArrowDown' || rest.disabled) return;
          event.preventDefault();
          setOpen(true);
        }}
        className={cx(bareClass, 'w-full tabular rtl:text-end')}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('date.calendar')}
        align="end"
        className="w-auto! p-2.5!"
        trigger={
          <button
            type="button"
            aria-label={t('date.open')}
            disabled={rest.disabled}
            onPointerEnter={warm}
            className="grid h-full w-9 shrink-0 place-items-center rounded-md text-subtle hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50"
          >
            <CalendarDays aria-hidden="true" className="size-4" />
          </button>
        }
      >
        <Suspense
          fallback={
            <div className="grid h-80 w-70 place-items-center">
              <Spinner label={t('common:state.loading')} />
            </div>
          }
        >
          <Calendar {...shop} marked={{ from: value, to: value }} onPick={pick} min={min} max={max} />
          <div className="mt-1 flex items-center justify-between gap-2 border-t border-line pt-2">
            <Button size="sm" variant="ghost" disabled={!canPickToday} onClick={() => pick(shop.today)}>
              {t('date.today')}
            </Button>
            {limits ? <p className="text-sm text-subtle">{limits}</p> : null}
          </div>
        </Suspense>
      </Popover>
    </div>
  );
};
