import { DELIVERED } from '@dukkan/commerce';
import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/index.ts';
import { OrderPaymentDialog } from '../detail/payment-dialog.tsx';
import type { OrderDetails, OrderRow } from './order-status.tsx';
import { type NextStatus, useSaveOrder } from './use-save-order.ts';

/** Returns the status for handing over an order at the counter; null when the user cannot do that now. */
export const findHandedOverStatus = ({
  actions,
  next,
}: Pick<OrderDetails, 'actions' | 'next'>): NextStatus | null =>
  actions.includes('hand_over')
    ? (next.find(({ status_value, force }) => status_value === DELIVERED && !force) ?? null)
    : null;

/** Returns whether an order can be handed over at the counter; works for rows of a list and for full orders. */
export const canHandOver = ({ actions }: Pick<OrderRow, 'actions'>): boolean => actions.includes('hand_over');

/** Hands an order to the customer at the counter: with a payment if there is an amount due, else at once. */
export const HandOverButton = ({ of, isMain = true }: { of: OrderDetails; isMain?: boolean }) => {
  const { t } = useTranslation('order');
  const [isPaying, setPaying] = useState(false);
  const save = useSaveOrder();
  const next = findHandedOverStatus(of);
  if (next === null && !isPaying) return null;
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        icon={<PackageCheck />}
        loading={save.busy}
        onClick={() => {
          if (of.open_amount > 0) setPaying(true);
          else if (next) void save.save(of, { status_id: next.status_id }, 'handed_over');
        }}
      >
        {t('hand_over.do')}
      </Button>
      {isPaying ? <OrderPaymentDialog of={of} handOver={next} onClose={() => setPaying(false)} /> : null}
    </>
  );
};
