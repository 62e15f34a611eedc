import { ChevronDown, ChevronUp, Plus, Tags } from 'lucide-react';
import {
  Can,
  type FieldSpec,
  Link,
  type List,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Button, cx, IconButton } from '../../ui/index.ts';
import { Change } from './change.tsx';
import { branchFilter, formFields, rowFields } from './fields.ts';
import { DatesBar, PriceListValidity } from './validity.tsx';

type Row = ListRowOf<typeof api.priceList.list>;

/** A column without a field in the record, for the bar of dates. */
const datesField: FieldSpec = { name: 'dates', label: 'price-list:dates.label', kind: 'text' };

const filters = [formFields.status, branchFilter];
const card = [rowFields.holds.name, rowFields.items_count.name, rowFields.average_change.name];

export const prefetch = prefetchList(api.priceList.list);

const localToday = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

export default function PriceListList() {
  const { t } = useTranslation('price-list');
  const actions = Object.values(useRecordActions(api.priceList, (row: Row) => row.title));
  const list = useList(api.priceList.list, { noun: 'price-list', bulk: actions });
  const today = localToday();
  const columns: readonly ListColumn<Row>[] = [
    rowFields.title,
    { of: rowFields.holds, cell: (row) => <PriceListValidity row={row} /> },
    { of: datesField, cell: (row) => <DatesBar row={row} today={today} /> },
    { of: rowFields.branches_ids, cell: (row) => <BranchNames row={row} /> },
    { of: rowFields.phones_count, cell: (row) => <ForWhom row={row} /> },
    rowFields.items_count,
    { of: rowFields.average_change, cell: (row) => <Change of={row.average_change} /> },
    { of: formFields.ord, cell: (row) => <ListPosition row={row} list={list} /> },
    { of: formFields.status, at: 'extra' },
    { of: formFields.start_date, at: 'extra' },
    { of: formFields.end_date, at: 'extra' },
  ];
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.priceList.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.priceListNew}>{t('add')}</Link>
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
      open={(row) => paths.priceList(row.id)}
      actions={actions}
      nameOf={(row) => row.title}
      add={add}
      empty={{ icon: <Tags />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const BranchNames = ({ row }: { row: Row }) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const all = useRead(api.branch.list, { limit: 1 }).meta?.total;
  const count = row.branches_ids.length;
  return (
    <bdi className={cx(count === 0 && 'text-warning-text')}>
      {all === undefined ? number(count) : t('branches_of', { count: number(count), all: number(all) })}
    </bdi>
  );
};

const ForWhom = ({ row }: { row: Row }) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  return row.phones_count === 0
    ? t('everybody')
    : t('phones_count', { count: row.phones_count, shown: isolateBidi(number(row.phones_count)) });
};

/** The position of a list with buttons that move it; only a number when the table is sorted by another column. */
const ListPosition = ({ row, list }: { row: Row; list: List<Row> }) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const may = useSession().can(api.priceList.order);
  const { submit, busy } = useWrite(api.priceList.order);
  const at = list.rows.findIndex(({ id }) => id === row.id);
  const isInOrder = list.query.sort_by === 'ord' && list.query.sort_as !== 'desc' && !list.filtered;
  if (!may || !isInOrder || !row.actions.includes('save')) return <bdi>{number(row.ord)}</bdi>;
  const move = (by: 1 | -1) => {
    const ids = list.rows.map(({ id }) => id);
    const other = ids[at + by];
    if (other === undefined) return;
    ids[at + by] = row.id;
    ids[at] = other;
    void submit({ ids });
  };
  const title = isolateBidi(row.title);
  return (
    <span className="inline-flex items-center gap-1">
      <bdi className="min-w-4 tabular">{number(row.ord)}</bdi>
      <IconButton
        size="sm"
        label={t('order.earlier', { title })}
        icon={<ChevronUp />}
        disabled={busy || at === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        size="sm"
        label={t('order.later', { title })}
        icon={<ChevronDown />}
        disabled={busy || at === list.rows.length - 1}
        onClick={() => move(1)}
      />
    </span>
  );
};
