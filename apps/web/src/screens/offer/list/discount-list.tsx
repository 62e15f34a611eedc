import { Percent, Plus } from 'lucide-react';
import {
  Can,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { Badge, Button } from '../../../ui/index.ts';
import { discountFields, filterFields, rowFields } from '../fields.ts';
import { Branches, Dates, OfferValidity, ReductionText, ScopeCounts } from './cells.tsx';

type Row = ListRowOf<typeof api.discount.list>;

const lead: readonly ListColumn<Row>[] = [
  { of: rowFields.title, cell: (row) => <DiscountTitle row={row} /> },
  { of: rowFields.holds, cell: (row) => <OfferValidity of={row.holds} from={row.start_date} /> },
  { of: rowFields.reduction, cell: (row) => <ReductionText type={row.type} value={row.value} /> },
];
const rest: readonly ListColumn<Row>[] = [
  { of: rowFields.days, cell: (row) => <DiscountDays row={row} /> },
  { of: rowFields.dates, cell: (row) => <Dates from={row.start_date} to={row.end_date} /> },
  { of: rowFields.branches, cell: (row) => <Branches ids={row.branches_ids} readOnly={row.read_only} /> },
  // whether a rule holds also says that it is disabled
  { of: discountFields.status, at: 'extra' },
];
const singleColumns = [...lead, rowFields.product, rowFields.price, rowFields.price_after, ...rest];
const multiColumns: readonly ListColumn<Row>[] = [
  ...lead,
  {
    of: rowFields.scope,
    cell: (row) => <ScopeCounts categories={row.categorys_id.length} products={row.products_count} />,
  },
  ...rest,
];
const filters = [discountFields.status, filterFields.idle, filterFields.product, filterFields.branch];
const card = [rowFields.holds.name, rowFields.reduction.name, rowFields.days.name];

/** The list of discounts for one product, or of those for several products and categories. */
export const DiscountList = ({ multi }: { multi: 0 | 1 }) => {
  const { t } = useTranslation('offer');
  const kind = multi ? 'multi_discount' : 'discount';
  const columns = multi ? multiColumns : singleColumns;
  const actions = Object.values(useRecordActions(api.discount, (row: Row) => row.title));
  const list = useList(api.discount.list, {
    noun: 'discount',
    key: multi ? 'multi-discounts' : 'discounts',
    fixed: { multi },
    bulk: actions,
  });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.discount.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={multi ? paths.multiDiscountNew : paths.discountNew}>{t(`${kind}.add`)}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t(`${kind}.title`)}
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      filters={filters}
      search={t('discount.search')}
      card={card}
      open={(row) => (multi ? paths.multiDiscount(row.id) : paths.discount(row.id))}
      actions={actions}
      nameOf={(row) => row.title}
      add={add}
      empty={{ icon: <Percent />, title: t(`${kind}.empty`), text: t(`${kind}.empty_text`) }}
    />
  );
};

const DiscountTitle = ({ row }: { row: Row }) => {
  const { t } = useTranslation('offer');
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <bdi>{row.title}</bdi>
      {row.idle === 1 && row.holds !== 'over' ? <Badge variant="warning">{t('discount.idle')}</Badge> : null}
    </span>
  );
};

/** The weekdays and times of day of a discount. */
const DiscountDays = ({ row: { days, slots } }: { row: Row }) => {
  const { t } = useTranslation('offer');
  const { list, weekday } = useFormat();
  const isAll = days.length === 0;
  const when = isAll ? t('grid.every_day') : list(days.map((day) => weekday(day, 'short')));
  if (slots.length === 0) return <span className={isAll ? 'text-muted' : undefined}>{when}</span>;
  return (
    <>
      {when} <span className="text-muted">· {list(slots.map((slot) => t(`slot.${slot}`)))}</span>
    </>
  );
};
