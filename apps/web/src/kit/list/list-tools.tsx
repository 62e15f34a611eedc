import type { FieldSpec } from '../../lib/fact.ts';
import type { Columns, ListColumn } from '../../lib/list/columns.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { Toolbar } from '../../ui/index.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchBox } from './search-box.tsx';
import type { List } from './use-list.ts';

export type ListToolsProps<R extends HasId> = {
  list: List<R>;
  columns: readonly ListColumn<R>[];
  visibleColumns: Columns;
  filters: readonly FieldSpec[];
  /** The fields that the search covers, for the placeholder. */
  search: string;
};

/** Search, filters and columns; they stand in the row of the views (`tools` of ViewTabs). */
export function ListTools<R extends HasId>({
  list,
  columns,
  visibleColumns,
  filters,
  search,
}: ListToolsProps<R>) {
  return (
    <Toolbar end={<ColumnsMenu columns={columns} visibleColumns={visibleColumns} />}>
      <SearchBox list={list} label={search} />
      <FilterBar list={list} filters={filters} />
    </Toolbar>
  );
}
