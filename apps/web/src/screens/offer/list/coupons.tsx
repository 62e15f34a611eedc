import { Plus, TicketPercent } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  Can,
  type Column,
  ListPage,
  type RowOf,
  useColumns,
  useList,
  useRecordActions,
} from '../../../kit/index.ts';
import { MoneySums } from '../../../kit/kinds/cell.tsx';
import { Bdi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { Button } from '../../../ui/index.ts';
import { filterFields, offerFields, rowFields } from '../fields.ts';
import { Branches, Dates, Holds, ReductionText } from './cells.tsx';
import { OfferTabs } from './tabs.tsx';
import { UsesMeter } from './uses-meter.tsx';

type Row = RowOf<typeof api.offer.list>;

const columns: readonly Column<Row>[] = [
  rowFields.title,
  { of: offerFields.code, cell: (row) => <Code row={row} /> },
  { of: rowFields.holds, cell: (row) => <Holds of={row.holds} from={row.info.start_date} /> },
  { of: offerFields.discount, cell: (row) => <Reduction row={row} /> },
  { of: rowFields.uses, cell: (row) => <UsesMeter of={row} /> },
  { of: rowFields.cost, cell: (row) => <MoneySums of={row.cost_so_far} /> },
  { of: rowFields.dates, cell: ({ info }) => <Dates from={info.start_date} to={info.end_date} /> },
  { of: rowFields.branches, cell: ({ info }) => <Branches ids={info.branches_ids} /> },
  { of: offerFields.min_order, at: 'extra' },
  offerFields.status,
];
const filters = [offerFields.status, filterFields.runs_out, filterFields.product, filterFields.branch];
const card = [offerFields.code.name, rowFields.holds.name, rowFields.uses.name];
const fixed = { type: 'coupon' };

export const prefetch = prefetchList(api.offer.list, fixed);

export default function Coupons() {
  const { t } = useTranslation('offer');
  const actions = Object.values(useRecordActions(api.offer, (row: Row) => row.title));
  const list = useList(api.offer.list, { noun: 'offer', key: 'coupons', fixed, bulk: actions });
  const shown = useColumns(list.key, columns);
  const add = (
    <Can use={api.offer.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.couponNew}>{t('coupon.add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('coupon.title')}
      above={<OfferTabs />}
      list={list}
      columns={columns}
      shown={shown}
      filters={filters}
      search={t('coupon.search')}
      card={card}
      open={(row) => paths.coupon(row.id)}
      actions={actions}
      nameOf={(row) => row.title}
      add={add}
      empty={{ icon: <TicketPercent />, title: t('coupon.empty'), text: t('coupon.empty_text') }}
    />
  );
}

const Code = ({ row }: { row: Row }) => (
  <Bdi dir="ltr" className="font-mono text-sm">
    {row.info.code}
  </Bdi>
);

const Reduction = ({ row: { info } }: { row: Row }) =>
  info.discount === null || info.discount_type === null ? null : (
    <ReductionText type={info.discount_type} value={info.discount} />
  );
