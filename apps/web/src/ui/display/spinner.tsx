import { cx } from '../cx.ts';

/**
 * A spinner. With a label it is announced; without one it is hidden from screen readers, because a text is beside it.
 */
export const Spinner = ({ label, className }: { label?: string | undefined; className?: string }) => (
  <span role={label ? 'status' : undefined} className="inline-flex">
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={cx('animate-spin [animation-duration:700ms]', className ?? 'size-4')}
    >
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2" />
      <path
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
    {label ? <span className="sr-only">{label}</span> : null}
  </span>
);
