import type { ReactNode } from 'react';
import type { BulkAction } from '../../lib/list/bulk-actions.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { EmptyState, PageHeader } from '../../ui/index.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { ListTools, type ListToolsProps } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import { RowMenu } from './row-menu.tsx';
import { ViewTabs } from './view-tabs.tsx';

export type ListPageProps<R extends HasId> = Omit<DataTableProps<R>, 'actions' | 'empty'> &
  Pick<ListToolsProps<R>, 'filters' | 'search'> & {
    title: ReactNode;
    /** Beside the title: a state, a sum, a count. */
    aside?: ReactNode;
    description?: ReactNode;
    /** Buttons before the export; the main one is `add`. */
    buttons?: ReactNode;
    /** The button that makes a new record, wrapped in its permission; it also stands in the empty list. */
    add?: ReactNode;
    /** What stands where there is nothing yet. */
    empty: {
      readonly icon: ReactNode;
      readonly title: string;
      readonly text: string;
      readonly action?: ReactNode;
    };
    /** What can be done with a row, in its menu, and with many, in the bar at the bottom. */
    actions?: readonly BulkAction<R>[];
    /** What a row is called in the label of its menu; without it rows have no menu. */
    nameOf?: (row: R) => string;
    /** A row's own menu items, before the actions. */
    menuItems?: (row: R) => ReactNode;
    /** Between the title and the list: a banner, a sum of the list. */
    above?: ReactNode;
    /** Below everything: dialogs and drawers of the screen. */
    children?: ReactNode;
  };

const NO_ACTIONS: readonly never[] = [];

/**
 * A screen that lists records: title, saved views, search and filters, the table (cards on a phone), pages and what is
 * done with rows. What differs between screens is given in slots; a screen that needs more takes the parts itself.
 */
export function ListPage<R extends HasId>({
  title,
  aside,
  description,
  buttons,
  add,
  empty,
  actions = NO_ACTIONS,
  nameOf,
  menuItems,
  above,
  children,
  filters,
  search,
  ...table
}: ListPageProps<R>) {
  const { list, columns, shown } = table;
  return (
    <>
      <PageHeader
        title={title}
        aside={aside}
        description={description}
        actions={
          <>
            {buttons}
            <ExportButton list={list} columns={columns} shown={shown} />
            {add}
          </>
        }
      />
      {above}
      <ViewTabs list={list}>
        <ListTools list={list} columns={columns} shown={shown} filters={filters} search={search} />
        <DataTable
          {...table}
          {...(nameOf
            ? {
                actions: (row: R) => (
                  <RowMenu row={row} name={nameOf(row)} actions={actions}>
                    {menuItems?.(row)}
                  </RowMenu>
                ),
              }
            : {})}
          empty={
            <EmptyState
              icon={empty.icon}
              title={empty.title}
              text={empty.text}
              actions={empty.action === undefined ? add : empty.action}
            />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      {actions.length > 0 ? <BulkBar list={list} actions={actions} /> : null}
      {children}
    </>
  );
}
