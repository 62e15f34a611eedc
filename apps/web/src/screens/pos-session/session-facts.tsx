import { Instant } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { Card, CardBody, CardHeader, FactList } from '../../ui/index.ts';

type Session = RowOf<typeof api.posSession.show>;

/** The details of a session: who opened and closed it, sales, the cash that stayed, and how it was counted. */
export const SessionFacts = ({ of }: { of: Session }) => {
  const { t } = useTranslation('pos-session');
  const { number } = useFormat();
  const facts = [
    { id: 'till', name: t('till'), value: <bdi>{of.device_name}</bdi> },
    { id: 'opened_at', name: t('opened_at'), value: <Instant at={of.opened_at} /> },
    ...(of.opened_by_name
      ? [{ id: 'cashier', name: t('cashier'), value: <bdi>{of.opened_by_name}</bdi> }]
      : []),
    ...(of.closed_at
      ? [{ id: 'closed_at', name: t('closed_at'), value: <Instant at={of.closed_at} /> }]
      : []),
    ...(of.closed_by_name
      ? [{ id: 'closed_by', name: t('closed_by'), value: <bdi>{of.closed_by_name}</bdi> }]
      : []),
    ...(of.approver_name
      ? [{ id: 'approver', name: t('approver'), value: <bdi>{of.approver_name}</bdi> }]
      : []),
    { id: 'sales', name: t('sales'), value: number(of.orders_count) },
    ...(of.net_sales === null
      ? []
      : [{ id: 'net_sales', name: t('net_sales'), value: <MoneyText amount={of.net_sales} /> }]),
    ...(of.left_in_drawer === null
      ? []
      : [
          {
            id: 'left_in_drawer',
            name: t('left_in_drawer'),
            value: <MoneyText amount={of.left_in_drawer} />,
          },
        ]),
    ...(of.first_count === null || of.first_count === of.end_session_amount
      ? []
      : [{ id: 'first_count', name: t('first_count'), value: <MoneyText amount={of.first_count} /> }]),
    ...(of.note ? [{ id: 'note', name: t('note'), value: <bdi>{of.note}</bdi> }] : []),
    ...of.denominations
      .toSorted((a, b) => b.value - a.value)
      .map(({ value, count }) => ({
        id: `value-${value}`,
        name: <bdi>{`${number(value)} ×`}</bdi>,
        value: number(count),
      })),
  ];
  return (
    <Card>
      <CardHeader title={t('facts')} />
      <CardBody>
        <FactList facts={facts} />
      </CardBody>
    </Card>
  );
};
