import { BookOpenText } from 'lucide-react';
import {
  DataTable,
  ExportButton,
  type ListColumn,
  type ListRowOf,
  Pager,
  useColumnPreferences,
  useList,
} from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Badge, Card, CardBody, CardHeader, cx, EmptyState } from '../../ui/index.ts';
import { l } from './fields.ts';

type Entry = ListRowOf<typeof api.supplier.ledger>;

const columns: readonly ListColumn<Entry>[] = [
  l.on_date,
  { of: l.kind, cell: (row) => <EntryDocument row={row} /> },
  { of: l.value, cell: (row) => <EntryValue row={row} /> },
  l.balance,
];
const card = [l.kind.name, l.value.name, l.balance.name];

/** A supplier's receipts and payments, latest first, with the balance after each. */
export const SupplierLedger = ({ supplier_id }: { supplier_id: number }) => {
  const { t } = useTranslation('supplier');
  const { can } = useSession();
  const list = useList(api.supplier.ledger, {
    noun: 'supplier',
    key: 'supplier-ledger',
    fixed: { supplier_id },
    selectable: false,
  });
  const visibleColumns = useColumnPreferences(list.key, columns);
  return (
    <Card>
      <CardHeader
        title={t('ledger.title')}
        actions={<ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />}
      />
      <CardBody>
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => (can(api.receipt.show) ? paths.receipt(row.receipt_id) : null)}
          card={card}
          empty={
            <EmptyState icon={<BookOpenText />} title={t('ledger.empty')} text={t('ledger.empty_text')} />
          }
        />
        <Pager list={list} />
      </CardBody>
    </Card>
  );
};

const EntryDocument = ({ row }: { row: Entry }) => {
  const { t } = useTranslation('supplier');
  return (
    <span className="inline-flex items-center gap-2">
      <Badge variant={row.kind === 'receipt' ? 'info' : 'success'}>{t(`ledger.${row.kind}`)}</Badge>
      <Bdi dir="ltr" className="text-muted">
        {row.reference ?? `#${row.receipt_id}`}
      </Bdi>
    </span>
  );
};

const EntryValue = ({ row }: { row: Entry }) => (
  <span className={cx(row.value < 0 && 'text-success-text')}>
    <MoneyText amount={row.value} />
  </span>
);
