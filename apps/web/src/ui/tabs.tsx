import { createContext, type KeyboardEvent, type ReactNode, use, useId } from 'react';
import { cx } from './cx.ts';

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

const TabsContext = createContext({ id: '', value: '' });

const tabId = (id: string, value: string) => `${id}-tab-${value}`;
const panelId = (id: string, value: string) => `${id}-panel-${value}`;

const ENDS: Readonly<Record<string, number>> = { Home: 0, End: -1 };

/** Moves the focus, and with it the selection, to another tab of the row by the arrow keys, Home and End. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey || shiftKey) return;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')];
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const isArrow = key === 'ArrowLeft' || key === 'ArrowRight';
  const here = tabs.indexOf(document.activeElement as HTMLElement);
  const to = isArrow ? (here + (key === forward ? 1 : -1)) % tabs.length : ENDS[key];
  if (here < 0 || to === undefined) return;
  event.preventDefault();
  const next = tabs.at(to);
  next?.focus();
  next?.click();
}

/** Parts of a page, one visible at a time. The arrow keys move between the tabs. */
export const Tabs = <V extends string>({
  value,
  onChange,
  label,
  tabs,
  end,
  children,
  className,
}: TabsProps<V>) => {
  const id = useId();
  return (
    <TabsContext value={{ id, value }}>
      <div className={cx('min-w-0', className)}>
        <div className="flex items-center border-b border-line">
          <div
            role="tablist"
            aria-label={label}
            onKeyDown={moveByKey}
            className="-mb-px flex min-w-0 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
          >
            {tabs.map((tab) => (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={tabId(id, tab.value)}
                aria-selected={tab.value === value}
                aria-controls={panelId(id, tab.value)}
                tabIndex={tab.value === value ? 0 : -1}
                disabled={tab.disabled}
                onClick={() => tab.value === value || onChange(tab.value)}
                className={cx(
                  'flex min-h-control items-center gap-1.5 border-b-2 border-transparent px-3 text-base font-medium whitespace-nowrap text-muted',
                  'transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50',
                  'aria-selected:border-primary aria-selected:text-ink',
                )}
              >
                {tab.label}
                {tab.aside}
              </button>
            ))}
          </div>
          {end ? <div className="ms-1 flex shrink-0 items-center">{end}</div> : null}
        </div>
        {children}
      </div>
    </TabsContext>
  );
};

/** The keyboard reaches a panel itself, because its content may have no control. */
const reachable = { tabIndex: 0 };

/** The content of a tab, rendered while the tab is selected. */
export const TabPanel = ({
  value,
  className,
  children,
}: {
  value: string;
  className?: string | undefined;
  children: ReactNode;
}) => {
  const tabs = use(TabsContext);
  const isOpen = tabs.value === value;
  return (
    <div
      role="tabpanel"
      {...reachable}
      id={panelId(tabs.id, value)}
      aria-labelledby={tabId(tabs.id, value)}
      hidden={!isOpen}
      className={cx('outline-offset-2', className)}
    >
      {isOpen ? children : null}
    </div>
  );
};
