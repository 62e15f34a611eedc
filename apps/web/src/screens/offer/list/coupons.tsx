import { TicketPercent } from 'lucide-react';
import type { ListColumn } from '../../../kit/index.ts';
import { MoneySums } from '../../../kit/kinds/money.tsx';
import { Bdi } from '../../../lib/format.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { filterFields, offerFields, rowFields } from '../fields.ts';
import { Branches, Dates, OfferValidity, ReductionText } from './cells.tsx';
import { OfferList, type OfferListRow as Row } from './offer-list.tsx';
import { UsesMeter } from './uses-meter.tsx';

const columns: readonly ListColumn<Row>[] = [
  rowFields.title,
  { of: offerFields.code, cell: (row) => <CouponCode row={row} /> },
  { of: rowFields.holds, cell: (row) => <OfferValidity of={row.holds} from={row.info.start_date} /> },
  { of: offerFields.discount, cell: (row) => <CouponReduction row={row} /> },
  { of: rowFields.uses, cell: (row) => <UsesMeter of={row} /> },
  { of: rowFields.cost, cell: (row) => <MoneySums of={row.cost_so_far} /> },
  { of: rowFields.dates, cell: ({ info }) => <Dates from={info.start_date} to={info.end_date} /> },
  {
    of: rowFields.branches,
    cell: (row) => <Branches ids={row.info.branches_ids} readOnly={row.read_only} />,
  },
  { of: offerFields.min_order, at: 'extra' },
  { of: offerFields.status, at: 'extra' },
];
const filters = [offerFields.status, filterFields.runs_out, filterFields.product, filterFields.branch];
const card = [offerFields.code.name, rowFields.holds.name, rowFields.uses.name];
const fixed = { type: 'coupon' };

export const prefetch = prefetchList(api.offer.list, fixed);

export default function Coupons() {
  return (
    <OfferList
      kind="coupon"
      columns={columns}
      filters={filters}
      card={card}
      fixed={fixed}
      icon={<TicketPercent />}
      newPath={paths.couponNew}
      open={paths.coupon}
    />
  );
}

const CouponCode = ({ row }: { row: Row }) => (
  <Bdi dir="ltr" className="font-mono text-sm">
    {row.info.code}
  </Bdi>
);

const CouponReduction = ({ row: { info } }: { row: Row }) =>
  info.discount === null || info.discount_type === null ? null : (
    <ReductionText type={info.discount_type} value={info.discount} />
  );
