import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { watchEnds } from '../watch-ends.ts';

export type TabsProps<V extends string> = {
  value: V;
  onChange: (value: V) => void;
  /** The accessible name of the tab list. */
  label: string;
  /** None: the row has no tabs, and the content stands alone. */
  tabs: readonly { value: V; label: ReactNode; aside?: ReactNode; disabled?: boolean | undefined }[];
  /** At the end of the row, such as a button that adds or edits. */
  end?: ReactNode;
  /** Controls in the row of the tabs, such as a search: the tabs are small then, and have no line below. */
  beside?: ReactNode;
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
  beside,
  children,
  className,
}: TabsProps<V>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => onChange(next as V)}
    className={cx('min-w-0', className)}
  >
    <div
      className={cx(
        'flex items-center',
        tabs.length === 0 && !beside && !end && 'hidden',
        beside ? 'min-h-12 gap-x-2 gap-y-2 max-md:flex-wrap print:hidden' : 'border-b border-line',
      )}
    >
      {tabs.length === 0 ? null : (
        <Radix.List
          aria-label={label}
          // tabs beyond an end are announced by a shade, because the row has no scroll bar
          ref={watchEnds}
          className={cx(
            'flex min-w-0 overflow-x-auto overflow-y-hidden scroll-ends [scrollbar-width:none]',
            beside ? 'gap-0.5 max-md:w-full' : '-mb-px',
          )}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled}
              className={cx(
                'flex items-center gap-1.5 text-base font-medium whitespace-nowrap text-muted',
                'transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50 data-[state=active]:text-ink',
                beside
                  ? 'min-h-control rounded-md px-2.5 hover:bg-hover data-[state=active]:bg-primary-soft data-[state=active]:text-primary-text'
                  : 'min-h-control border-b-2 border-transparent px-3 data-[state=active]:border-primary',
              )}
            >
              {tab.label}
              {tab.aside}
            </Radix.Trigger>
          ))}
        </Radix.List>
      )}
      {beside ? <div className="min-w-0 flex-1 md:min-w-84">{beside}</div> : null}
      {end ? <div className="ms-1 flex shrink-0 items-center">{end}</div> : null}
    </div>
    {children}
  </Radix.Root>
);

/** The content of a tab; plain where there are no tabs to choose from. */
export const TabPanel = ({
  value,
  isPlain = false,
  className,
  children,
}: {
  value: string;
  isPlain?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <Radix.Content
    value={value}
    className={cx('outline-offset-2', className)}
    {...(isPlain ? { role: undefined, 'aria-labelledby': undefined, tabIndex: undefined } : {})}
  >
    {children}
  </Radix.Content>
);
