import { DELIVERED } from '@dukkan/commerce';
import { ReceiptText, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { Instant, Link, ReadingPage, ReadingSkeleton, RecordStates } from '../../../kit/index.ts';
import { CurrencyScope } from '../../../lib/currency.ts';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { useTitle } from '../../../lib/title.ts';
import { Banner, Button } from '../../../ui/index.ts';
import { isWithoutGoodsLeft } from '../../order-return/draft.ts';
import { Timer } from '../shared/deadline-timer.tsx';
import {
  formatOrderNumber,
  type OrderDetails,
  OrderStatusBadge,
  PaymentStateBadge,
  Short,
} from '../shared/order-status.tsx';
import { CartEditor } from './cart-editor.tsx';
import { DriverCard, OrderCustomerCard } from './customer-card.tsx';
import { DeliveryEditor } from './delivery-editor.tsx';
import { MovesCard } from './history-card.tsx';
import { OrderLinesCard } from './lines-card.tsx';
import { NextCall, useIsJustPlaced } from './next-call.tsx';
import { NotesCard } from './notes-card.tsx';
import { OnlinePayments } from './online-payments.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { hasNextStep, StatusButtons } from './status-buttons.tsx';
import { TotalsCard } from './totals-card.tsx';

/** The page of an order: lines, customer, price with an explanation, and the possible actions. */
export default function OrderPage() {
  const { id } = useParams();
  if (!id || !/^[1-9]\d{0,9}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return <StoredOrder key={id} id={Number(id)} />;
}

const StoredOrder = ({ id }: { id: number }) => {
  const read = useRead(api.order.show, { id });
  return (
    <RecordStates read={read} use={api.order.show} id={id} loading={<ReadingSkeleton />}>
      {(order) => (
        <CurrencyScope of={order}>
          <OrderPageContent of={order} />
        </CurrencyScope>
      )}
    </RecordStates>
  );
};

const OrderPageContent = ({ of }: { of: OrderDetails }) => {
  const { t } = useTranslation('order');
  const { can } = useSession();
  const [editing, setEditing] = useState<'goods' | 'coupon' | 'delivery' | null>(null);
  const isEditable = of.actions.includes('edit') && of.edit_reason === null;
  /** The version of this page when another user changed the order first; null after the notice is closed. */
  const [overtaken, setOvertaken] = useState<number | null>(null);
  const number = formatOrderNumber(of);
  const takesBack =
    of.status_value === DELIVERED &&
    of.actions.includes('return') &&
    can(api.orderReturn.make) &&
    (of.lines.some(({ quantity, returned_quantity }) => returned_quantity < quantity) ||
      isWithoutGoodsLeft(of));
  useTitle(t('named', { number }));
  const isJustPlaced = useIsJustPlaced();
  return (
    <>
      <ReadingPage
        title={t('named', { number: isolateBidi(number) })}
        back={{ to: paths.orders, label: t('title') }}
        status={
          <>
            <OrderStatusBadge of={of} />
            <PaymentStateBadge of={of} />
            <Short of={of} />
            <Timer of={of} />
          </>
        }
        description={
          <>
            <bdi>{of.branch_name}</bdi> · {t(`type.${of.type}`)} ·{' '}
            {t(of.pos ? 'till' : `source.${of.source}`)} · <Instant at={of.created_at} />
          </>
        }
        actions={
          <>
            <Button asChild icon={<ReceiptText />}>
              <Link to={paths.orderInvoice(of.id)}>{t('invoice')}</Link>
            </Button>
            {takesBack ? (
              <Button asChild icon={<Undo2 />}>
                <Link to={withQuery(paths.orderReturnNew, { order: of.id })}>{t('take_back')}</Link>
              </Button>
            ) : null}
            <StatusButtons of={of} isMain={!isJustPlaced} onOvertaken={() => setOvertaken(of.version)} />
          </>
        }
        primary={<NextCall />}
        notice={
          overtaken !== null && of.version > overtaken ? (
            <OvertakenDialog of={of} onClose={() => setOvertaken(null)} />
          ) : null
        }
        aside={
          <>
            <OrderCustomerCard of={of} onEdit={isEditable ? () => setEditing('delivery') : null} />
            {of.type === 'delivery' ? <DriverCard of={of} /> : null}
            <NotesCard of={of} />
          </>
        }
      >
        <OrderLinesCard of={of} onEdit={isEditable ? () => setEditing('goods') : null} />
        <div className="grid items-start gap-gap lg:grid-cols-2">
          <TotalsCard of={of} onCoupon={isEditable ? () => setEditing('coupon') : null} />
          <div className="grid min-w-0 gap-gap">
            <PaymentsCard of={of} isMain={!isJustPlaced && !hasNextStep(of)} />
            <OnlinePayments of={of} />
          </div>
        </div>
      </ReadingPage>
      <MovesCard of={of} />
      {editing === 'goods' || editing === 'coupon' ? (
        <CartEditor of={of} focus={editing} onClose={() => setEditing(null)} />
      ) : null}
      {editing === 'delivery' ? <DeliveryEditor of={of} onClose={() => setEditing(null)} /> : null}
    </>
  );
};

/** Shows what another user changed while this page was open (409 `order.status_changed`). */
const OvertakenDialog = ({ of, onClose }: { of: OrderDetails; onClose: () => void }) => {
  const { t } = useTranslation(['order', 'kit']);
  const last = of.moves.at(-1);
  return (
    <Banner tone="warning" title={t('order:overtaken')} onClose={onClose} closeLabel={t('kit:close')}>
      {last ? (
        <>
          {t('order:overtaken_by', {
            name: isolateBidi(last.account_name ?? t('order:nobody')),
            status: isolateBidi(last.status_title),
          })}{' '}
          <Instant at={last.created_at} />
        </>
      ) : null}
    </Banner>
  );
};
