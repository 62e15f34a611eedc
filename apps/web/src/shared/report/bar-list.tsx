import type { ReactNode } from 'react';
import { cx } from '../../ui/index.ts';

export type BarRow = {
  readonly key: string;
  readonly name: string;
  /** The length of the bar, and of the mark for the compared period. */
  readonly size: number;
  readonly earlier: number | null;
  readonly text: ReactNode;
};

/** Bars for what has no order in time: each with its name, its value and a mark for the compared period. */
export const BarList = ({ rows, className }: { rows: readonly BarRow[]; className?: string }) => {
  const sizes = rows.flatMap(({ size, earlier }) => [size, earlier ?? 0]);
  const [low, high] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  const span = high - low || 1;
  const percentOf = (size: number) => `${((size - low) / span) * 100}%`;
  return (
    <ul className={cx('grid grid-cols-[minmax(0,1fr)] gap-1.5', className)}>
      {rows.map(({ key, name, size, earlier, text }) => (
        <li key={key} className="min-w-0">
          <span className="flex items-baseline justify-between gap-3 text-sm">
            <bdi className="min-w-0 truncate text-ink" title={name}>
              {name}
            </bdi>
            <span className="shrink-0 text-ink tabular">{text}</span>
          </span>
          <span aria-hidden="true" className="relative mt-0.5 block h-1.5 rounded-sm bg-sunken">
            <span
              className={cx(
                'absolute inset-y-0 rounded-sm',
                size < 0 ? 'bg-danger-solid' : 'bg-primary-solid',
              )}
              style={{
                insetInlineStart: percentOf(Math.min(0, size)),
                inlineSize: `${(Math.abs(size) / span) * 100}%`,
              }}
            />
            {earlier === null ? null : (
              <span
                className="absolute -inset-y-0.5 border-s-2 border-dotted border-ink"
                style={{ insetInlineStart: `min(${percentOf(earlier)}, 100% - 2px)` }}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};
