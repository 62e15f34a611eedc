import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type TabsProps<V extends string> = {
  value: V;
  onChange: (value: V) => void;
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly { value: V; label: ReactNode; aside?: ReactNode; disabled?: boolean | undefined }[];
  /** At the end of the row, such as a button that adds or edits. */
  end?: ReactNode;
  /** A TabPanel per tab, or one with the selected value. */
  children?: ReactNode;
  className?: string | undefined;
};

/** Parts of a page, one visible at a time. The arrow keys move between the tabs. */
export const Tabs = <V extends string>({
  value,
  onChange,
  label,
  tabs,
  end,
  children,
  className,
}: TabsProps<V>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => onChange(next as V)}
    className={cx('min-w-0', className)}
  >
    <div className="flex items-center border-b border-line">
      <Radix.List
        aria-label={label}
        className="-mb-px flex min-w-0 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className={cx(
              'flex min-h-control items-center gap-1.5 border-b-2 border-transparent px-3 text-base font-medium whitespace-nowrap text-muted',
              'transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50',
              'data-[state=active]:border-primary data-[state=active]:text-ink',
            )}
          >
            {tab.label}
            {tab.aside}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {end ? <div className="ms-1 flex shrink-0 items-center">{end}</div> : null}
    </div>
    {children}
  </Radix.Root>
);

/** The content of a tab. */
export const TabPanel = ({
  value,
  className,
  children,
}: {
  value: string;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <Radix.Content value={value} className={cx('outline-offset-2', className)}>
    {children}
  </Radix.Content>
);
