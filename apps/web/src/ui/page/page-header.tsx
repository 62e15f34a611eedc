import { createContext, type ReactNode, use } from 'react';

/** What stands beside every page's title, such as its explanation; the app knows the page. */
export const PageToolsContext = createContext<ReactNode>(null);

export type PageHeaderProps = {
  title: ReactNode;
  /** Before the title, such as a product's picture. */
  picture?: ReactNode;
  /** Beside the title, such as a status or a count. */
  aside?: ReactNode;
  breadcrumbs?: ReactNode;
  description?: ReactNode;
  /** At the end, with the main action last. */
  actions?: ReactNode;
};

/** The top of every screen: breadcrumbs, title, description and actions. It has the page's only h1. */
export const PageHeader = ({ title, picture, aside, breadcrumbs, description, actions }: PageHeaderProps) => (
  <header className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
    <div className="min-w-0">
      {breadcrumbs ? <div className="mb-1 text-sm text-subtle">{breadcrumbs}</div> : null}
      <div className="flex min-w-0 items-start gap-3">
        {picture}
        <div className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold text-ink [overflow-wrap:anywhere]">{title}</h1>
            {use(PageToolsContext)}
            {aside}
          </div>
          {description ? <p className="mt-0.5 max-w-prose text-base text-muted">{description}</p> : null}
        </div>
      </div>
    </div>
    {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
  </header>
);
