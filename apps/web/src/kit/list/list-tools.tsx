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

/** The row above a table: search, filters, columns. */
export function ListTools<R extends HasId>({
  list,
  columns,
  visibleColumns,
  filters,
  search,
}: ListToolsProps<R>) {
  return (
    <Toolbar className="mb-3" end={<ColumnsMenu columns={columns} visibleColumns={visibleColumns} />}>
      <SearchBox list={list} label={search} />
      <FilterBar list={list} filters={filters} />
    </Toolbar>
  );
}
