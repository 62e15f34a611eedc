import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

const shapes = { line: 'h-3 rounded-sm', block: 'h-24 rounded-lg', circle: 'size-8 rounded-full' };

export type SkeletonProps = { shape?: keyof typeof shapes | undefined; className?: string | undefined };

/** A grey shape in place of loading content, inside DelayedFallback. */
export const Skeleton = ({ shape = 'line', className }: SkeletonProps) => (
  <span aria-hidden="true" className={cx('block bg-hover', shapes[shape], className)} />
);

/** Hides its children for the first 200 ms, so that a quick answer does not flicker. */
export const DelayedFallback = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-busy="true" className="animate-late">
    <span className="sr-only">{label}</span>
    {children}
  </div>
);

const widths = ['w-3/4', 'w-1/2', 'w-2/3', 'w-5/6', 'w-2/5'];

/** Placeholder rows for the first load of a list. */
export const SkeletonRows = ({
  rows = 8,
  columns = 5,
  label,
}: {
  rows?: number;
  columns?: number;
  label: string;
}) => (
  <DelayedFallback label={label}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <div key={row} className="flex h-row items-center gap-4 border-b border-line px-4 last:border-b-0">
        {Array.from({ length: columns }, (_, column) => column).map((column) => (
          <span key={column} className="flex-1">
            <Skeleton className={widths[(row + column * 2) % widths.length]} />
          </span>
        ))}
      </div>
    ))}
  </DelayedFallback>
);
