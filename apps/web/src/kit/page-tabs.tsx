import { cx } from '../ui/index.ts';
import { TabLink } from './link.tsx';

export type PageTabsProps = {
  label: string;
  tabs: readonly { readonly to: string; readonly label: string }[];
};

/** Related pages under one title, each with its own address. */
export const PageTabs = ({ label, tabs }: PageTabsProps) => (
  <nav aria-label={label} className="mb-3 flex border-b border-line">
    {tabs.map((tab) => (
      <TabLink
        key={tab.to}
        to={tab.to}
        className={({ isActive }) =>
          cx(
            '-mb-px flex min-h-9 items-center border-b-2 px-3 text-sm font-medium max-md:min-h-11',
            isActive ? 'border-primary-solid text-ink' : 'border-transparent text-muted hover:text-ink',
          )
        }
      >
        {tab.label}
      </TabLink>
    ))}
  </nav>
);
