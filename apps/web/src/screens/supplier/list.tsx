import { Handshake, Plus } from 'lucide-react';
import {
  Can,
  CountLink,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  MenuItemLink,
  PhoneText,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { MoneySums } from '../../kit/kinds/money.tsx';
import { listSumsByCurrency } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button, MenuSeparator } from '../../ui/index.ts';
import { formFields, rowFields } from './fields.ts';
import { Owed } from './owed.tsx';

type Row = ListRowOf<typeof api.supplier.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: formFields.name, cell: (row) => <SupplierName row={row} /> },
  { of: formFields.phone, cell: (row) => <PhoneText phone={row.phone} name={row.name} /> },
  { of: rowFields.receipts, cell: (row) => <ReceiptCountLink row={row} /> },
  { of: rowFields.net, cell: (row) => <MoneySums of={listSumsByCurrency(row.amounts, 'net')} /> },
  { of: rowFields.paid, cell: (row) => <MoneySums of={listSumsByCurrency(row.amounts, 'paid')} /> },
  { of: rowFields.balance, cell: (row) => <Owed amounts={row.amounts} /> },
  formFields.status,
  { of: formFields.notes, at: 'extra' },
];
const filters = [formFields.status];
const card = [formFields.phone.name, rowFields.balance.name, formFields.status.name];

export const prefetch = prefetchList(api.supplier.list);

export default function SupplierList() {
  const { t } = useTranslation('supplier');
  const actions = Object.values(useRecordActions(api.supplier, (row: Row) => row.name));
  const list = useList(api.supplier.list, { noun: 'supplier', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.supplier.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.supplierNew}>{t('add')}</Link>
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
      open={(row) => paths.supplier(row.id)}
      actions={actions}
      nameOf={(row) => row.name}
      menuItems={(row) => (
        <Can use={api.receipt.save}>
          <MenuItemLink to={withQuery(paths.receiptNew, { supplier_id: row.id })}>
            <Plus /> {t('receive')}
          </MenuItemLink>
          {row.actions.length > 0 ? <MenuSeparator /> : null}
        </Can>
      )}
      add={add}
      empty={{ icon: <Handshake />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const SupplierName = ({ row }: { row: Row }) => (
  <bdi className="block w-fit max-w-72 truncate max-md:whitespace-normal" title={row.name}>
    {row.name}
  </bdi>
);

const ReceiptCountLink = ({ row }: { row: Row }) => {
  const { t } = useTranslation('supplier');
  return (
    <CountLink
      count={row.receipts_count}
      to={withQuery(paths.receipts, { supplier_id: row.id })}
      label={t('receipts_of', { name: row.name })}
    />
  );
};
