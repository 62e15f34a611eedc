import { Landmark, Plus } from 'lucide-react';
import {
  Can,
  CountLink,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button } from '../../ui/index.ts';
import { formFields, rowFields } from './fields.ts';
import { TaxTabs } from './tabs.tsx';

type Row = ListRowOf<typeof api.taxType.list>;

const columns: readonly ListColumn<Row>[] = [
  rowFields.name,
  formFields.value,
  formFields.value_name,
  { of: rowFields.products, cell: (row) => <ProductCountLink row={row} /> },
  formFields.status,
  { of: formFields.ord, at: 'extra' },
];
const filters = [formFields.status];
const card = [formFields.value.name, formFields.value_name.name, formFields.status.name];

export const prefetch = prefetchList(api.taxType.list);

export default function TaxTypeList() {
  const { t } = useTranslation('tax-type');
  const actions = Object.values(useRecordActions(api.taxType, (row: Row) => row.name));
  const list = useList(api.taxType.list, { noun: 'tax-type', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.taxType.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.taxTypeNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t('title')}
      description={t('which')}
      add={add}
      above={<TaxTabs />}
      filters={filters}
      search={t('search')}
      open={(row) => paths.taxType(row.id)}
      card={card}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <Landmark />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const ProductCountLink = ({ row }: { row: Row }) => {
  const { t } = useTranslation('tax-type');
  return (
    <CountLink
      count={row.products_count}
      to={withQuery(paths.products, { tax_type_id: row.id })}
      label={t('products_of', { name: row.name })}
    />
  );
};
