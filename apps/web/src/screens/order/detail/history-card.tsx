import { Instant } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Card, CardBody, CardHeader, StatusDot } from '../../../ui/index.ts';
import { ORDER_STATUS_OPTIONS } from '../shared/fields.ts';
import type { OrderDetails } from '../shared/order-status.tsx';

/** The status changes of an order, newest first: user, time and note. */
export const MovesCard = ({ of }: { of: OrderDetails }) => {
  const { t } = useTranslation('order');
  if (of.moves.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('moves')} />
      <CardBody>
        <ol className="grid gap-2.5">
          {of.moves.toReversed().map((move) => (
            <li
              key={`${move.created_at}-${move.status_id}`}
              className="flex flex-wrap items-baseline gap-x-3"
            >
              <StatusDot
                variant={
                  ORDER_STATUS_OPTIONS.find(({ value }) => value === move.to_value)?.variant ?? 'secondary'
                }
              >
                <bdi className="font-medium">{move.status_title}</bdi>
              </StatusDot>
              <span className="text-sm text-subtle">
                <bdi>{move.account_name ?? t('nobody')}</bdi> · <Instant at={move.created_at} />
              </span>
              {move.notes ? <bdi className="w-full ps-4 text-muted">{move.notes}</bdi> : null}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
};
