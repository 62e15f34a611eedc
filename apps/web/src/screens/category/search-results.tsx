import {
  type Columns,
  CountLink,
  DataTable,
  type List,
  type ListColumn,
  MissingMark,
  Pager,
  RowMenu,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Avatar } from '../../ui/index.ts';
import type { TreeCategory } from './childs.ts';
import { formFields, rowFields } from './fields.ts';

export const columns: readonly ListColumn<TreeCategory>[] = [
  { of: rowFields.title, cell: (row) => <CategoryTitle row={row} /> },
  { of: rowFields.products, cell: (row) => <ProductCountLink row={row} /> },
  rowFields.childs,
  rowFields.featured,
  formFields.status,
];
const card = [rowFields.products.name, rowFields.featured.name, formFields.status.name];

/** The categories that match the search, from all levels. */
export const CategorySearchResults = ({
  list,
  visibleColumns,
}: {
  list: List<TreeCategory>;
  visibleColumns: Columns;
}) => {
  const actions = Object.values(useRecordActions(api.category, (row: TreeCategory) => row.title));
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        visibleColumns={visibleColumns}
        open={(row) => paths.category(row.id)}
        card={card}
        actions={(row) => <RowMenu row={row} name={row.title} actions={actions} />}
        empty={null}
      />
      <Pager list={list} />
    </>
  );
};

const CategoryTitle = ({ row }: { row: TreeCategory }) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <Avatar size="sm" name={row.title} src={row.icon_url} />
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <bdi>{row.title}</bdi>
        <MissingMark of={row.missing} />
      </span>
      {row.path === '' ? null : (
        <bdi className="block text-sm font-normal text-subtle [overflow-wrap:anywhere]">{row.path}</bdi>
      )}
    </span>
  </span>
);

const ProductCountLink = ({ row }: { row: TreeCategory }) => {
  const { t } = useTranslation('category');
  return (
    <CountLink
      count={row.products_count}
      to={withQuery(paths.products, { categorys_id: row.id })}
      label={t('products_of', { name: row.title })}
    />
  );
};
