import { Boxes } from 'lucide-react';
import type { ListColumn } from '../../../kit/index.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { filterFields, offerFields, rowFields } from '../fields.ts';
import { Branches, Dates, OfferValidity, ScopeCounts } from './cells.tsx';
import { OfferList, type OfferListRow as Row } from './offer-list.tsx';
import { Tiers } from './tiers.tsx';

const columns: readonly ListColumn<Row>[] = [
  rowFields.title,
  { of: rowFields.holds, cell: (row) => <OfferValidity of={row.holds} from={row.info.start_date} /> },
  { of: offerFields.tiers, cell: (row) => <Tiers of={row} /> },
  {
    of: rowFields.scope,
    cell: (row) => <ScopeCounts categories={row.categorys_id.length} products={row.products_count} />,
  },
  { of: rowFields.dates, cell: ({ info }) => <Dates from={info.start_date} to={info.end_date} /> },
  {
    of: rowFields.branches,
    cell: (row) => <Branches ids={row.info.branches_ids} readOnly={row.read_only} />,
  },
  { of: rowFields.ord, at: 'extra' },
  { of: offerFields.status, at: 'extra' },
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
