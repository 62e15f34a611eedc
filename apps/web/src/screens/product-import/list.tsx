import { Contact, FileUp, Tags } from 'lucide-react';
import {
  Can,
  ColumnsMenu,
  DataTable,
  ExportButton,
  FilterBar,
  Link,
  type ListColumn,
  type ListRowOf,
  Pager,
  SearchBox,
  useColumnPreferences,
  useList,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button, EmptyState, PageHeader, Toolbar } from '../../ui/index.ts';
import { ImportBackLink } from './back-link.tsx';
import { formFields } from './fields.ts';
import { getNewImportPath, getRecordsPath } from './import.ts';
import { SetAsideMenu } from './set-aside.tsx';

type Row = ListRowOf<typeof api.productImport.list>;

const columns: readonly ListColumn<Row>[] = [
  formFields.file_name,
  formFields.state,
  formFields.kind,
  formFields.created_at,
  formFields.account_name,
  formFields.total_rows,
  formFields.created,
  formFields.updated,
  formFields.refused,
  { of: formFields.unchanged, at: 'extra' },
];
const filters = [formFields.kind, formFields.state];
const card = [
  formFields.state.name,
  formFields.created_at.name,
  formFields.account_name.name,
  formFields.total_rows.name,
];

export const prefetch = prefetchList(api.productImport.list);

/** The list of past and running imports, with buttons for a new one. */
export default function ImportList() {
  const { t } = useTranslation('product-import');
  const list = useList(api.productImport.list, { noun: 'product-import', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const { can } = useSession();
  // users who may only import customers come here from the customers
  const of = list.query.filters.kind === 'customer' || !can(api.productImport.start) ? 'customer' : 'product';
  const prices = (
    <Can use={api.productImport.startPrices}>
      <Button asChild icon={<Tags />}>
        <Link to={getNewImportPath('price')}>{t('add_prices')}</Link>
      </Button>
    </Can>
  );
  const customers = (
    <Can use={api.productImport.startCustomers}>
      <Button asChild icon={<Contact />}>
        <Link to={getNewImportPath('customer')}>{t('add_customers')}</Link>
      </Button>
    </Can>
  );
  const add = (
    <Can use={api.productImport.start}>
      <Button asChild variant="primary" icon={<FileUp />}>
        <Link to={paths.productImportNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumbs={
          <ImportBackLink to={getRecordsPath(of)} label={t(of === 'customer' ? 'customers' : 'products')} />
        }
        actions={
          <>
            <ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />
            {customers}
            {prices}
            {add}
          </>
        }
      />
      <Toolbar className="mb-3" end={<ColumnsMenu columns={columns} visibleColumns={visibleColumns} />}>
        <SearchBox list={list} label={t('search')} />
        <FilterBar list={list} filters={filters} />
      </Toolbar>
      <DataTable
        list={list}
        columns={columns}
        visibleColumns={visibleColumns}
        open={(row) => paths.productImport(row.id)}
        card={card}
        actions={(row) => <SetAsideMenu row={row} />}
        empty={
          <EmptyState
            icon={<FileUp />}
            title={t('empty')}
            text={t('empty_text')}
            actions={
              <>
                {customers}
                {prices}
                {add}
              </>
            }
          />
        }
      />
      <Pager list={list} />
    </>
  );
}
