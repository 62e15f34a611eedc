import { Boxes } from 'lucide-react';
import type { ListColumn } from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { filterFields, offerFields, rowFields } from '../fields.ts';
import { Branches, Dates, OfferValidity, ReductionText, ScopeCounts } from './cells.tsx';
import { OfferList, type OfferListRow as Row } from './offer-list.tsx';

const columns: readonly ListColumn<Row>[] = [
  rowFields.title,
  { of: rowFields.holds, cell: (row) => <OfferValidity of={row.holds} from={row.info.start_date} /> },
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
  return (
    <OfferList
      kind="wholesale"
      columns={columns}
      filters={filters}
      card={card}
      fixed={fixed}
      icon={<Boxes />}
      newPath={paths.wholesaleNew}
      open={paths.wholesale}
    />
  );
}

/** The quantity tiers of an offer: the minimum quantity and the reduction of each. */
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
