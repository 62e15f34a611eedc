import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '../cx.ts';
import {
  type DayBound,
  formatDayMinute,
  moveDayBound,
  parseDayMinute,
  snapDayBound,
  splitAtMidnight,
  toDayPercent,
  toMinuteOfDay,
} from './day-hours.ts';

export type DayBarProps = {
  /**
   * The start and end of the hours, `HH:MM`; an end before the start is on the next day. Any other text gets no handle.
   */
  from: string;
  to: string;
  onChange: (bound: DayBound, time: string) => void;
  /** The names of the two handles. */
  fromLabel: string;
  toLabel: string;
  disabled?: boolean | undefined;
};

const TICKS = [0, 6, 12, 18, 24];
const BOUNDS = ['from', 'to'] as const;

const isRtlAt = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** The hours of a day as a bar with two handles, which keys and the pointer move by a quarter of an hour. */
export const DayBar = ({ from, to, onChange, fromLabel, toLabel, disabled }: DayBarProps) => {
  const minutes = { from: parseDayMinute(from), to: parseDayMinute(to) };
  const labels = { from: fromLabel, to: toLabel };
  const stretches =
    minutes.from === null || minutes.to === null ? [] : splitAtMidnight(minutes.from, minutes.to);
  return (
    <div className="px-3">
      <div className="relative h-8" data-day-bar="">
        <div className="absolute inset-x-0 top-3 h-2 overflow-hidden rounded-full bg-sunken">
          {stretches.map(([start, end]) => (
            <div
              key={start}
              className="absolute inset-y-0 bg-primary-solid forced-colors:bg-[Highlight]"
              style={{ insetInlineStart: toDayPercent(start), width: toDayPercent(end - start) }}
            />
          ))}
        </div>
        {BOUNDS.map((bound) => {
          const minute = minutes[bound];
          if (minute === null) return null;
          const other = minutes[bound === 'from' ? 'to' : 'from'];
          return (
            <BoundHandle
              key={bound}
              bound={bound}
              label={labels[bound]}
              minute={minute}
              other={other}
              disabled={disabled ?? false}
              onMove={(next) => {
                if (next !== minute) onChange(bound, formatDayMinute(next));
              }}
            />
          );
        })}
      </div>
      <div aria-hidden="true" className="relative h-4 text-xs text-subtle tabular">
        {TICKS.map((hour) => (
          <span
            key={hour}
            className="absolute -translate-x-1/2 whitespace-nowrap rtl:translate-x-1/2"
            style={{ insetInlineStart: toDayPercent(hour * 60) }}
          >
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  );
};

type HandleProps = {
  bound: DayBound;
  label: string;
  minute: number;
  other: number | null;
  disabled: boolean;
  onMove: (minute: number) => void;
};

const BoundHandle = ({ bound, label, minute, other, disabled, onMove }: HandleProps) => {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = isRtlAt(event.currentTarget);
    const next = moveDayBound(bound, event.key, { minute, other, isRtl });
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: handle } = event;
    const bar = handle.closest('[data-day-bar]')?.getBoundingClientRect();
    if (!bar || !handle.hasPointerCapture(event.pointerId)) return;
    const part = (event.clientX - bar.left) / bar.width;
    const at = toMinuteOfDay(isRtlAt(handle) ? 1 - part : part);
    onMove(snapDayBound(bound, at, other, at < minute ? -1 : 1));
  };
  return (
    <button
      type="button"
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={24 * 60}
      aria-valuenow={minute}
      aria-valuetext={formatDayMinute(minute)}
      disabled={disabled}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      style={{ insetInlineStart: toDayPercent(minute) }}
      className={cx(
        'absolute top-1 size-6 -translate-x-1/2 touch-none rtl:translate-x-1/2',
        'rounded-full border-2 border-primary-solid bg-surface shadow-sm',
        'cursor-ew-resize focus-visible:z-10 disabled:cursor-not-allowed disabled:border-line-strong',
      )}
    />
  );
};
