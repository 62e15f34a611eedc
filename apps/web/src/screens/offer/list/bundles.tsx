import { Archive } from 'lucide-react';
import type { ListColumn } from '../../../kit/index.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { cx } from '../../../ui/index.ts';
import { filterFields, offerFields, rowFields } from '../fields.ts';
import { Branches, Dates, OfferValidity } from './cells.tsx';
import { OfferList, type OfferListRow as Row } from './offer-list.tsx';

const columns: readonly ListColumn<Row>[] = [
  rowFields.title,
  { of: rowFields.holds, cell: (row) => <OfferValidity of={row.holds} from={row.info.start_date} /> },
  offerFields.bundle_price,
  rowFields.products,
  { of: rowFields.available, cell: (row) => <AvailableBundles row={row} /> },
  { of: rowFields.dates, cell: ({ info }) => <Dates from={info.start_date} to={info.end_date} /> },
  {
    of: rowFields.branches,
    cell: (row) => <Branches ids={row.info.branches_ids} readOnly={row.read_only} />,
  },
  { of: rowFields.ord, at: 'extra' },
  { of: offerFields.status, at: 'extra' },
];
const filters = [offerFields.status, filterFields.product, filterFields.branch];
const card = [rowFields.holds.name, offerFields.bundle_price.name, rowFields.available.name];
const fixed = { type: 'bundle' };

export const prefetch = prefetchList(api.offer.list, fixed);

export default function Bundles() {
  return (
    <OfferList
      kind="bundle"
      columns={columns}
      filters={filters}
      card={card}
      fixed={fixed}
      icon={<Archive />}
      newPath={paths.bundleNew}
      open={paths.bundle}
    />
  );
}

/** How many bundles the stock allows, and the part that limits them. */
const AvailableBundles = ({ row }: { row: Row }) => {
  const { t } = useTranslation('offer');
  const { number } = useFormat();
  if (row.available === null) return null;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <bdi className={row.available > 0 ? undefined : 'text-danger-text'}>{number(row.available)}</bdi>
      {row.limited_by ? (
        <span className={cx('text-sm', row.limited_by.is_lost ? 'text-danger-text' : 'text-subtle')}>
          {t(row.limited_by.is_lost ? 'bundle.lost' : 'bundle.limited_by', {
            title: isolateBidi(row.limited_by.title),
          })}
        </span>
      ) : null}
    </span>
  );
};
