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
import { type ListView, ViewTabs } from './view-tabs.tsx';

export type ListPageProps<R extends HasId> = Omit<DataTableProps<R>, 'actions' | 'empty'> &
  Pick<ListToolsProps<R>, 'filters' | 'search'> & {
    title: ReactNode;
    /** Beside the title, such as a state, a sum or a count. */
    aside?: ReactNode;
    description?: ReactNode;
    /** Buttons before the export; the primary button is `add`. */
    buttons?: ReactNode;
    /** The button that creates a record, wrapped in its permission; an empty list shows it too. */
    add?: ReactNode;
    /** The content of an empty list. */
    empty: {
      readonly icon: ReactNode;
      readonly title: string;
      readonly text: string;
      readonly action?: ReactNode;
    };
    /** The actions for a row (in its menu) and for selected rows (in the bar at the bottom). */
    actions?: readonly BulkAction<R>[];
    /** Returns the name of a row for the label of its menu; without it rows have no menu. */
    nameOf?: (row: R) => string;
    /** A row's own menu items, before the actions. */
    menuItems?: (row: R) => ReactNode;
    /** Views that everybody has, before the saved ones. */
    views?: readonly ListView[];
    /** Between the title and the list, such as a banner or a sum. */
    above?: ReactNode;
    /** Below everything: dialogs and drawers of the screen. */
    children?: ReactNode;
  };

const NO_ACTIONS: readonly never[] = [];

/**
 * A screen with a list: title, saved views, search and filters, the table (cards on a phone), pages and actions for
 * rows. Screens pass their own parts in slots; a screen that needs another layout composes the parts itself.
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
  views,
  above,
  children,
  filters,
  search,
  ...table
}: ListPageProps<R>) {
  const { list, columns, visibleColumns } = table;
  return (
    <>
      <PageHeader
        title={title}
        aside={aside}
        description={description}
        actions={
          <>
            {buttons}
            <ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />
            {add}
          </>
        }
      />
      {above}
      <ViewTabs
        list={list}
        views={views}
        tools={
          <ListTools
            list={list}
            columns={columns}
            visibleColumns={visibleColumns}
            filters={filters}
            search={search}
          />
        }
      >
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
