import { Plus, Tag } from 'lucide-react';
import {
  Can,
  CountLink,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  MissingMark,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Avatar, Button } from '../../ui/index.ts';
import { formFields, missing, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.brand.list>;

const columns: readonly ListColumn<Row>[] = [
  {
    of: rowFields.name,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar size="sm" name={row.name} src={row.logo_url} />
        <bdi>{row.name}</bdi>
        <MissingMark of={row.missing} />
      </span>
    ),
  },
  { of: rowFields.products, cell: (row) => <ProductCountLink row={row} /> },
  formFields.ord,
  formFields.status,
  { of: rowFields.description, at: 'extra' },
];
const filters = [formFields.status, missing];
const card = [rowFields.products.name, formFields.status.name];

export const prefetch = prefetchList(api.brand.list);

export default function BrandList() {
  const { t } = useTranslation('brand');
  const actions = Object.values(useRecordActions(api.brand, (row: Row) => row.name));
  const list = useList(api.brand.list, { noun: 'brand', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.brand.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.brandNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      filters={filters}
      search={t('search')}
      card={card}
      open={(row) => paths.brand(row.id)}
      actions={actions}
      nameOf={(row) => row.name}
      add={add}
      empty={{ icon: <Tag />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const ProductCountLink = ({ row }: { row: Row }) => {
  const { t } = useTranslation('brand');
  return (
    <CountLink
      count={row.products_count}
      to={withQuery(paths.products, { brand_id: row.id })}
      label={t('products_of', { name: row.name })}
    />
  );
};
