import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A checkbox, switch or radio button with its label beside it; a click on the label counts. */
export const BesideLabel = ({
  id,
  label,
  hint,
  disabled,
  className,
  children,
}: {
  /** The control's id; the hint gets `<id>-note`. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <div className={cx('flex items-start gap-2.5 py-0.5', disabled && 'opacity-60', className)}>
    <span className="flex h-[1.5em] items-center">{children}</span>
    <div className="min-w-0">
      <label htmlFor={id} className="block w-fit">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-note`} className="text-sm text-subtle">
          {hint}
        </p>
      ) : null}
    </div>
  </div>
);
