import { PackagePlus, Plus } from 'lucide-react';
import {
  Can,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button } from '../../ui/index.ts';
import { formFields, productField, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.extra.list>;

const columns: readonly ListColumn<Row>[] = [
  rowFields.title,
  formFields.price,
  { of: rowFields.branch_prices, cell: (row) => <BranchPrices count={row.branches_prices.length} /> },
  rowFields.products,
  formFields.status,
];
const filters = [formFields.status, productField];
const card = [formFields.price.name, rowFields.products.name, formFields.status.name];

export const prefetch = prefetchList(api.extra.list);

export default function ExtraList() {
  const { t } = useTranslation('extra');
  const actions = Object.values(useRecordActions(api.extra, (row: Row) => row.title));
  const list = useList(api.extra.list, { noun: 'extra', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.extra.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.extraNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t('title')}
      add={add}
      filters={filters}
      search={t('search')}
      open={(row) => paths.extra(row.id)}
      card={card}
      nameOf={(row) => row.title}
      actions={actions}
      empty={{ icon: <PackagePlus />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const BranchPrices = ({ count }: { count: number }) => {
  const { number } = useFormat();
  return count === 0 ? <EmptyCell /> : <bdi>{number(count)}</bdi>;
};
