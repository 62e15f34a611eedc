import { useFormat } from '../../../lib/format.ts';
import { ReductionText } from './cells.tsx';
import type { OfferListRow } from './offer-list.tsx';

/** The quantity tiers of an offer: the minimum quantity and the reduction of each. */
export const Tiers = ({ of: { info } }: { of: Pick<OfferListRow, 'info'> }) => {
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
