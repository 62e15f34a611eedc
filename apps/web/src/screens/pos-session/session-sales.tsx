import type { ReactNode } from 'react';
import { CardLink, Instant, Link, WhenNear } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Badge, Card, CardBody, CardHeader } from '../../ui/index.ts';

type Session = RowOf<typeof api.posSession.show>;

/** What was paid in a session by each payment method, less refunds. */
export const SessionPayments = ({ of: { payments } }: { of: Session }) => {
  const { t } = useTranslation('pos-session');
  if (payments === null) return null;
  return (
    <Card>
      <CardHeader title={t('by_method')} />
      <CardBody>
        {payments.length === 0 ? (
          <p className="text-muted">{t('no_sales')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {payments.map((payment) => (
              <PaymentRow key={payment.payment_id} of={payment} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};

const PaymentRow = ({ of }: { of: NonNullable<Session['payments']>[number] }) => {
  const { t } = useTranslation('pos-session');
  const { number } = useFormat();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
      <span className="min-w-0 flex-1">
        <bdi>{of.title}</bdi>{' '}
        {of.count > 0 ? (
          <span className="text-sm text-subtle">
            {t('payments_count', { count: of.count, shown: number(of.count) })}
          </span>
        ) : null}
      </span>
      <span className="font-medium tabular">
        <MoneyText amount={of.amount} />
      </span>
      {of.waiting === 0 ? null : (
        <span className="w-full text-sm text-warning-text">
          {t('waiting')} <MoneyText amount={of.waiting} />
        </span>
      )}
    </li>
  );
};

/** The rows of a session's list that its page shows; the list has all of them. */
const ROWS = 5;

/** The latest orders that were sold in a session, and the latest returns that it took. */
export const SessionDocuments = ({ of }: { of: Session }) => {
  const { can } = useSession();
  // from their amounts, a person who has yet to count the drawer could compute what is in it
  if (of.payments === null) return null;
  return (
    <WhenNear placeholder={<div className="h-48" />}>
      {can(api.order.list) ? <SessionOrders id={of.id} /> : null}
      {can(api.orderReturn.list) ? <SessionReturns id={of.id} /> : null}
    </WhenNear>
  );
};

const SessionOrders = ({ id }: { id: number }) => {
  const { t } = useTranslation('pos-session');
  const read = useRead(api.order.list, { session_id: id, limit: ROWS });
  const total = read.meta?.total ?? 0;
  if (!read.results) return null;
  return (
    <DocumentsCard title={t('orders')} total={total} all={withQuery(paths.orders, { session_id: id })}>
      {total === 0 ? <p className="text-muted">{t('no_orders')}</p> : null}
      <ul className="divide-y divide-line">
        {read.results.map((order) => (
          <DocumentRow
            key={order.id}
            of={order}
            to={paths.order(order.id)}
            about={
              order.client_name ? (
                <>
                  {' '}
                  · <bdi>{order.client_name}</bdi>
                </>
              ) : null
            }
            status={
              <Badge variant={order.status_variant}>
                <bdi>{order.status_title}</bdi>
              </Badge>
            }
            amount={order.due}
          />
        ))}
      </ul>
    </DocumentsCard>
  );
};

const SessionReturns = ({ id }: { id: number }) => {
  const { t } = useTranslation('pos-session');
  const read = useRead(api.orderReturn.list, { session_id: id, limit: ROWS });
  const total = read.meta?.total ?? 0;
  // most sessions have none
  if (!read.results || total === 0) return null;
  return (
    <DocumentsCard title={t('returns')} total={total} all={withQuery(paths.orderReturns, { session_id: id })}>
      <ul className="divide-y divide-line">
        {read.results.map((row) => (
          <DocumentRow
            key={row.id}
            of={row}
            to={paths.orderReturn(row.id)}
            about={<> · {t('of_order', { number: isolateBidi(`#${row.order_id}`) })}</>}
            amount={row.value}
          />
        ))}
      </ul>
    </DocumentsCard>
  );
};

type DocumentsCardProps = { title: string; total: number; all: string; children: ReactNode };

const DocumentsCard = ({ title, total, all, children }: DocumentsCardProps) => (
  <Card>
    <CardHeader title={title} actions={<AllLink total={total} to={all} />} />
    <CardBody>{children}</CardBody>
  </Card>
);

type DocumentRowProps = {
  of: { readonly id: number; readonly created_at: string; readonly currency: string };
  to: string;
  /** After the moment, such as who bought. */
  about: ReactNode;
  status?: ReactNode;
  amount: number;
};

const DocumentRow = ({ of, to, about, status, amount }: DocumentRowProps) => (
  <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
    <Link to={to} className="hit rounded-sm font-medium text-primary-text hover:underline">
      <bdi dir="ltr">{`#${of.id}`}</bdi>
    </Link>
    <span className="min-w-0 flex-1 text-sm text-subtle">
      <Instant at={of.created_at} />
      {about}
    </span>
    {status}
    <span className="font-medium tabular">
      <MoneyText amount={amount} currency={of.currency} />
    </span>
  </li>
);

/** Leads to the whole list where the page shows only its first rows. */
const AllLink = ({ total, to }: { total: number; to: string }) => {
  const { t } = useTranslation('pos-session');
  const { number } = useFormat();
  if (total <= ROWS) return null;
  return <CardLink to={to}>{t('show_all', { shown: number(total) })}</CardLink>;
};
