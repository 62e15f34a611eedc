import { CANCELED } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { useTranslation } from '../../../lib/i18n.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import { Badge } from '../../../ui/index.ts';

export type OrderRow = RowOf<typeof api.order.list>;
export type OrderDetails = RowOf<typeof api.order.show>;

/** Returns the number of an order as shown to users. */
export const formatOrderNumber = ({ id }: { readonly id: number }): string => `#${id}`;

/** The status of an order, with the shop's own name and colour. */
export const OrderStatusBadge = ({ of }: { of: Pick<OrderRow, 'status_title' | 'status_variant'> }) => (
  <Badge variant={of.status_variant}>
    <bdi>{of.status_title}</bdi>
  </Badge>
);

/** Whether an order is paid, partly paid or unpaid. */
export const PaymentStateBadge = ({
  of,
}: {
  of: Pick<OrderRow, 'paid' | 'paid_amount' | 'status_value'>;
}) => {
  const { t } = useTranslation('order');
  // a canceled order needs no payment
  if (of.status_value === CANCELED) return null;
  if (of.paid === 1) return <Badge variant="success">{t('paid.yes')}</Badge>;
  return <Badge variant="warning">{t(of.paid_amount > 0 ? 'paid.part' : 'paid.no')}</Badge>;
};

/** Marks an order whose reserved units are no longer available; it cannot be sent before new units arrive. */
export const Short = ({ of }: { of: Pick<OrderRow, 'is_short'> }) => {
  const { t } = useTranslation('order');
  return of.is_short ? <Badge variant="danger">{t('short')}</Badge> : null;
};
