import { CreditCard, HandCoins } from 'lucide-react';
import { useState } from 'react';
import { FinalWords, Instant, Link } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { Bdi, isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useAmountDue } from '../../../shared/use-amount-due.ts';
import { Badge, Button, Card, CardBody, CardHeader, ConfirmDialog, cx } from '../../../ui/index.ts';
import { formatOrderNumber, type OrderDetails } from '../shared/order-status.tsx';
import { useSaveOrder } from '../shared/use-save-order.ts';
import { OrderPaymentDialog } from './payment-dialog.tsx';

type Payment = OrderDetails['payments'][number];
const looks = { pending: 'warning', received: 'success', refunded: 'danger', voided: 'secondary' } as const;

/**
 * The payments and refunds of an order; the balance can be paid here.
 * @param isMain true when that is all that is left to do
 */
export const PaymentsCard = ({ of, isMain = false }: { of: OrderDetails; isMain?: boolean }) => {
  const { t } = useTranslation(['order', 'kit']);
  const { money } = useFormat();
  const [doing, setDoing] = useState<'rest' | 'add' | null>(null);
  const save = useSaveOrder({ onSaved: () => setDoing(null) });
  const { rest, isReading } = useAmountDue(of, doing === 'rest');
  const open = isolateBidi(money(rest, of.currency));
  return (
    <Card>
      <CardHeader
        title={t('order:payments.title')}
        actions={
          of.actions.includes('pay') ? (
            <>
              <Button
                size="sm"
                variant={isMain ? 'primary' : 'secondary'}
                icon={<HandCoins />}
                onClick={() => setDoing('rest')}
              >
                {t('order:payments.rest')}
              </Button>
              <Button size="sm" icon={<CreditCard />} onClick={() => setDoing('add')}>
                {t('order:payments.add')}
              </Button>
            </>
          ) : null
        }
      />
      <CardBody>
        {of.payments.length === 0 ? (
          <p className="text-muted">
            {of.payment_title ? (
              <>
                {t('order:payments.planned')} <bdi>{of.payment_title}</bdi>
              </>
            ) : (
              t('order:payments.none')
            )}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {of.payments.map((payment) => (
              <PaymentLine key={payment.id} of={payment} />
            ))}
          </ul>
        )}
        {of.returns.length > 0 ? <OrderReturns of={of.returns} /> : null}
      </CardBody>
      {doing === 'rest' ? (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => isOpen || setDoing(null)}
          title={t('order:payments.ask', { amount: open, number: isolateBidi(formatOrderNumber(of)) })}
          text={<FinalWords>{t('order:payments.then')}</FinalWords>}
          confirmLabel={t('order:payments.take', { amount: open })}
          cancelLabel={t('kit:cancel')}
          loading={save.busy || isReading}
          onConfirm={() => void save.save(of, { paid: 1, rest }, 'paid')}
        />
      ) : doing === 'add' ? (
        <OrderPaymentDialog of={of} onClose={() => setDoing(null)} />
      ) : null}
    </Card>
  );
};

/** The returns of an order, with links. */
const OrderReturns = ({ of }: { of: OrderDetails['returns'] }) => {
  const { t } = useTranslation('order');
  const { can } = useSession();
  return (
    <p className="mt-2 flex flex-wrap gap-x-2 text-sm text-subtle">
      {t('payments.returns', { count: of.length })}
      {can(api.orderReturn.show)
        ? of.map(({ id }) => (
            <Link
              key={id}
              to={paths.orderReturn(id)}
              aria-label={t('payments.return', { number: isolateBidi(`#${id}`) })}
              className="hit rounded-sm text-primary-text underline"
            >
              <Bdi dir="ltr">{`#${id}`}</Bdi>
            </Link>
          ))
        : null}
    </p>
  );
};

const PaymentLine = ({ of }: { of: Payment }) => {
  const { t } = useTranslation('order');
  const isBack = of.amount < 0;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-medium">{of.payment_title}</bdi>
        {isBack ? (
          <>
            <Badge variant="danger">{t('payments.back')}</Badge>
            {of.status === 'pending' ? <Badge variant="warning">{t('payments.back_pending')}</Badge> : null}
            {of.status === 'voided' ? <Badge>{t('payments.voided')}</Badge> : null}
          </>
        ) : (
          <Badge variant={looks[of.status]}>{t(`payments.${of.status}`)}</Badge>
        )}
        <strong className={cx('ms-auto font-medium tabular', isBack && 'text-danger-text')}>
          <MoneyText amount={of.amount} />
        </strong>
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-subtle">
        <Instant at={of.created_at} />
        {of.holder === 'driver' && of.driver_name ? (
          <span>{t('payments.with', { name: isolateBidi(of.driver_name) })}</span>
        ) : null}
        {of.ref_number ? <Bdi dir="ltr">{of.ref_number}</Bdi> : null}
        {of.change !== null && of.change > 0 ? (
          <span>
            {t('payments.change')} <MoneyText amount={of.change} />
          </span>
        ) : null}
      </p>
    </li>
  );
};
