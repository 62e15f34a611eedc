import type { ListRowOf } from '../../kit/index.ts';
import { FinalWords } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ConfirmDialog } from '../../ui/index.ts';

export type Payment = ListRowOf<typeof api.orderPayment.list>;

/** Asks for confirmation before a payment counts as received or a refund as paid out, because neither can be undone. */
export const SettleDialog = ({ row, onClose }: { row: Payment; onClose: () => void }) => {
  const { t } = useTranslation('order-payment');
  const { money } = useFormat();
  const { submit, busy } = useWrite(api.orderPayment.settle);
  const way = row.amount < 0 ? 'refund' : 'payment';
  const words = {
    amount: isolateBidi(money(Math.abs(row.amount), row.currency)),
    order: isolateBidi(`#${row.order_id}`),
    method: isolateBidi(row.payment_title),
  };
  const settle = async () => {
    if (!(await submit({ id: row.id }))) return;
    showSuccessToast(t(`settled.${way}`, words));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(`ask.${way}`, words)}
      text={<FinalWords>{t(`ask_text.${way}`, words)}</FinalWords>}
      confirmLabel={t(`settle.${way}`)}
      cancelLabel={t('cancel')}
      onConfirm={() => void settle()}
      loading={busy}
    />
  );
};

/** Asks for confirmation before a refund without an answer from its gateway is given up, or a refund is sent again. */
export const RefundDialog = ({
  row,
  way,
  onClose,
}: {
  row: Payment;
  way: 'fail' | 'retry';
  onClose: () => void;
}) => {
  const { t } = useTranslation('order-payment');
  const { money } = useFormat();
  const { submit, busy } = useWrite(
    way === 'fail' ? api.orderPayment.failRefund : api.orderPayment.retryRefund,
  );
  const words = {
    amount: isolateBidi(money(Math.abs(row.amount), row.currency)),
    order: isolateBidi(`#${row.order_id}`),
    method: isolateBidi(row.payment_title),
  };
  const run = async () => {
    if (!(await submit({ id: row.id }))) return;
    showSuccessToast(t(`gateway.done.${way}`, words));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(`gateway.ask.${way}`, words)}
      text={t(`gateway.text.${way}`, words)}
      confirmLabel={t(`gateway.${way}`)}
      cancelLabel={t('cancel')}
      onConfirm={() => void run()}
      danger={way === 'fail'}
      loading={busy}
    />
  );
};
