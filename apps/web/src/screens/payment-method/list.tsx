import { CreditCard, Plus } from 'lucide-react';
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
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Avatar, Badge, Button } from '../../ui/index.ts';
import { paymentMethodEndpoints } from './endpoints.ts';
import { branchField, formFields, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.paymentMethod.list>;

const columns: readonly ListColumn<Row>[] = [
  {
    of: rowFields.title,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar size="sm" name={row.title} src={row.image_url} />
        <bdi className="min-w-0 truncate">{row.title}</bdi>
        <MethodBranch row={row} />
      </span>
    ),
  },
  formFields.type,
  formFields.min_transaction,
  formFields.max_transaction,
  formFields.margin,
  formFields.status,
  rowFields.branches,
  { of: formFields.code, at: 'extra' },
  { of: formFields.ord, at: 'extra' },
  { of: rowFields.account_hint, at: 'extra' },
  { of: formFields.desc, at: 'extra' },
];
const filters = [formFields.status, formFields.type, branchField];
const card = [formFields.type.name, rowFields.branches.name, formFields.status.name];

export const prefetch = prefetchList(api.paymentMethod.list);

export default function PaymentMethodList() {
  const { t } = useTranslation('payment-method');
  const actions = Object.values(useRecordActions(paymentMethodEndpoints, (row: Row) => row.title));
  const list = useList(api.paymentMethod.list, { noun: 'payment-method', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.paymentMethod.create}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.paymentMethodNew}>{t('add')}</Link>
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
      open={(row) => paths.paymentMethod(row.id)}
      card={card}
      nameOf={(row) => row.title}
      actions={actions}
      empty={{ icon: <CreditCard />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

/** Names the branch of a branch's own method; business-wide methods show nothing. */
const MethodBranch = ({ row }: { row: Row }) =>
  row.master === 1 ? null : (
    <Badge variant="info">
      <bdi>{row.branch_name}</bdi>
    </Badge>
  );
