import type { FieldSpec } from '../../lib/fact.ts';
import type { Column, Columns } from '../../lib/list/columns.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { Toolbar } from '../../ui/index.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchBox } from './search-box.tsx';
import type { List } from './use-list.ts';

export type ListToolsProps<R extends HasId> = {
  list: List<R>;
  columns: readonly Column<R>[];
  shown: Columns;
  filters: readonly FieldSpec[];
  /** The fields that the search covers, for the placeholder. */
  search: string;
};

/** Search, filters and columns; they stand in the row of the views (`tools` of ViewTabs). */
export function ListTools<R extends HasId>({ list, columns, shown, filters, search }: ListToolsProps<R>) {
  return (
    <Toolbar end={<ColumnsMenu columns={columns} shown={shown} />}>
      <SearchBox list={list} label={search} />
      <FilterBar list={list} filters={filters} />
    </Toolbar>
  );
}
