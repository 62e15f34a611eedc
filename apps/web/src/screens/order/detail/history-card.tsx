import { Instant, RichSentence, Timeline } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { Card, CardBody, CardHeader, StatusDot } from '../../../ui/index.ts';
import { formFields, ORDER_STATUS_OPTIONS } from '../shared/fields.ts';
import type { OrderDetails } from '../shared/order-status.tsx';

type Move = OrderDetails['moves'][number];

/** The steps of an order in sentences, newest first: who did what, when, and what they noted; the changes behind a button. */
export const MovesCard = ({ of }: { of: OrderDetails }) => {
  const { t } = useTranslation('order');
  const { can } = useSession();
  return (
    <Card className="mt-gap">
      <CardHeader
        title={t('moves')}
        actions={
          can(api.audit.list) ? (
            <Timeline noun="order" id={of.id} facts={formFields} label={t('all_changes')} />
          ) : null
        }
      />
      <CardBody>
        <ol className="grid gap-2.5">
          {of.moves
            .map((move, index) => (
              <MoveSentence key={`${move.created_at}-${move.status_id}`} of={move} isFirst={index === 0} />
            ))
            .toReversed()}
        </ol>
      </CardBody>
    </Card>
  );
};

/** Returns the key of a step's sentence. */
const getSentence = ({ account_name }: Move, isFirst: boolean): string =>
  `order:move.${isFirst ? 'placed' : 'to'}_${account_name === null ? 'auto' : 'by'}`;

const MoveSentence = ({ of: move, isFirst }: { of: Move; isFirst: boolean }) => (
  <li>
    <StatusDot
      variant={ORDER_STATUS_OPTIONS.find(({ value }) => value === move.to_value)?.variant ?? 'secondary'}
    >
      <span className="[overflow-wrap:anywhere]">
        <RichSentence
          text={getSentence(move, isFirst)}
          parts={{
            name: <bdi className="font-medium">{move.account_name}</bdi>,
            status: <bdi className="font-medium">{move.status_title}</bdi>,
          }}
        />
        <span className="text-subtle">
          {' '}
          · <Instant at={move.created_at} />
        </span>
      </span>
    </StatusDot>
    {move.notes ? (
      <bdi className="block ps-4 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{move.notes}</bdi>
    ) : null}
  </li>
);
