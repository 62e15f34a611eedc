import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A surface for one topic, with a CardHeader and a CardBody, or a table from edge to edge. */
export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section
    {...rest}
    className={cx('min-w-0 rounded-lg border border-line bg-surface print:break-inside-avoid', className)}
  />
);

export type CardHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The heading's level on the page; 3 for a card inside another section. */
  level?: 2 | 3 | undefined;
};

/** The card's title with its actions at the end. */
export const CardHeader = ({ title, description, actions, level = 2 }: CardHeaderProps) => {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-1">
      <div className="min-w-0">
        <Heading className="text-base font-semibold text-ink">{title}</Heading>
        {description ? <p className="text-sm text-subtle">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
};

export const CardBody = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('px-4 pt-2.5 pb-4', className)} />
);
