import { Boxes, Plus } from 'lucide-react';
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
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { Button } from '../../../ui/index.ts';
import { filterFields, offerFields, rowFields } from '../fields.ts';
import { Branches, Dates, Holds, ReductionText, ScopeCounts } from './cells.tsx';
import { OfferTabs } from './tabs.tsx';

type Row = RowOf<typeof api.offer.list>;

const columns: readonly Column<Row>[] = [
  rowFields.title,
  { of: rowFields.holds, cell: (row) => <Holds of={row.holds} from={row.info.start_date} /> },
  { of: offerFields.tiers, cell: (row) => <Tiers of={row} /> },
  {
    of: rowFields.scope,
    cell: (row) => <ScopeCounts categories={row.categorys_id.length} products={row.products_count} />,
  },
  { of: rowFields.dates, cell: ({ info }) => <Dates from={info.start_date} to={info.end_date} /> },
  { of: rowFields.branches, cell: ({ info }) => <Branches ids={info.branches_ids} /> },
  { of: rowFields.ord, at: 'extra' },
  offerFields.status,
];
const filters = [offerFields.status, filterFields.product, filterFields.category, filterFields.branch];
const card = [rowFields.holds.name, offerFields.tiers.name, rowFields.scope.name];
const fixed = { type: 'wholesale' };

export const prefetch = prefetchList(api.offer.list, fixed);

export default function Wholesales() {
  const { t } = useTranslation('offer');
  const actions = Object.values(useRecordActions(api.offer, (row: Row) => row.title));
  const list = useList(api.offer.list, { noun: 'offer', key: 'wholesales', fixed, bulk: actions });
  const shown = useColumns(list.key, columns);
  const add = (
    <Can use={api.offer.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.wholesaleNew}>{t('wholesale.add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('wholesale.title')}
      above={<OfferTabs />}
      list={list}
      columns={columns}
      shown={shown}
      filters={filters}
      search={t('wholesale.search')}
      card={card}
      open={(row) => paths.wholesale(row.id)}
      actions={actions}
      nameOf={(row) => row.title}
      add={add}
      empty={{ icon: <Boxes />, title: t('wholesale.empty'), text: t('wholesale.empty_text') }}
    />
  );
}

/** The tiers of an offer: from how many units on how much is off. */
const Tiers = ({ of: { info } }: { of: Row }) => {
  const { number } = useFormat();
  const { discount, discount_type, quantity } = info;
  const plain =
    discount === null || discount_type === null || quantity === null
      ? []
      : [{ min_quantity: quantity, discount, discount_type }];
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {(info.tiers.length > 0 ? info.tiers : plain).map((tier) => (
        <span key={tier.min_quantity} className="whitespace-nowrap">
          <bdi>{number(tier.min_quantity)}+</bdi>{' '}
          <span className="text-muted">
            <ReductionText type={tier.discount_type} value={tier.discount} />
          </span>
        </span>
      ))}
    </span>
  );
};
