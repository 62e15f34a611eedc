import { CANCELED } from '@dukkan/commerce';
import { Copy, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Can, Instant } from '../../../kit/index.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import { useSession } from '../../../lib/server/session.ts';
import { showSuccessToast } from '../../../lib/server/toast.ts';
import { useRead, useWrite } from '../../../lib/server/use-read-write.ts';
import { Badge, Banner, Button, Card, CardBody, CardHeader } from '../../../ui/index.ts';
import type { OrderDetails } from '../shared/order-status.tsx';

type AttemptList = RowOf<typeof api.paymentAttempt.list>;
type Attempt = AttemptList['attempts'][number];

const looks = {
  open: 'info',
  paid: 'success',
  failed: 'danger',
  expired: 'secondary',
  mismatch: 'warning',
} as const;

/** The attempts to pay an order online, and a payment link for the customer. */
export const OnlinePayments = ({ of }: { of: OrderDetails }) => (
  <Can use={api.paymentAttempt.list}>
    <AttemptList of={of} />
  </Can>
);

const AttemptList = ({ of }: { of: OrderDetails }) => {
  const { t } = useTranslation('order');
  const may = useSession().can(api.paymentAttempt.start);
  const { results } = useRead(api.paymentAttempt.list, { id: of.id });
  // hidden in shops without online payments
  if (!results || (results.attempts.length === 0 && results.methods.length === 0)) return null;
  const isPayable = may && of.status_value !== CANCELED && of.paid === 0;
  if (results.attempts.length === 0 && !isPayable) return null;
  return (
    <Card>
      <CardHeader title={t('online.title')} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {results.attempts.length > 0 ? (
          <ul className="divide-y divide-line">
            {results.attempts.map((attempt) => (
              <AttemptLine key={attempt.attempt_id} of={attempt} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{t('online.none')}</p>
        )}
        {isPayable ? <PayLinks order_id={of.id} methods={results.methods} /> : null}
      </CardBody>
    </Card>
  );
};

const AttemptLine = ({ of }: { of: Attempt }) => {
  const { t } = useTranslation('order');
  const { money } = useFormat();
  const key = of.state === 'failed' ? (of.reason ?? 'failed') : of.state;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-medium">{of.payment_title}</bdi>
        <Badge variant={looks[of.state]}>{t(`online.state.${key}`)}</Badge>
        {of.mode === 'test' ? <Badge variant="warning">{t('online.test')}</Badge> : null}
        <strong className="ms-auto font-medium tabular">
          <bdi>{money(of.amount, of.currency)}</bdi>
        </strong>
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-subtle">
        <Instant at={of.ended_at ?? of.created_at} />
      </p>
      {of.told_amount !== null && of.told_currency !== null ? (
        <Banner tone="warning" className="mt-2">
          {t('online.mismatch', {
            told: isolateBidi(money(of.told_amount, of.told_currency)),
            asked: isolateBidi(money(of.amount, of.currency)),
          })}
        </Banner>
      ) : null}
    </li>
  );
};

const PayLinks = ({ order_id, methods }: { order_id: number; methods: AttemptList['methods'] }) => {
  const { t } = useTranslation('order');
  const { submit, busy } = useWrite(api.paymentAttempt.start);
  const [url, setUrl] = useState<string | null>(null);
  const start = async (payment_id: number) => {
    const started = await submit({ order_id, payment_id });
    if (started) setUrl(new URL(started.url, window.location.origin).href);
  };
  const copy = async () => {
    // the clipboard is missing without https; the link is displayed beside the button
    await navigator.clipboard?.writeText(url ?? '');
    showSuccessToast(t('online.copied'));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap gap-2">
        {methods.map((method) => (
          <Button
            key={method.payment_id}
            size="sm"
            icon={<Link2 />}
            loading={busy}
            onClick={() => void start(method.payment_id)}
          >
            {t('online.link', { method: isolateBidi(method.title) })}
          </Button>
        ))}
      </div>
      {url ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            dir="ltr"
            className="min-w-0 rounded-sm text-primary-text underline [overflow-wrap:anywhere]"
          >
            {url}
          </a>
          <Button size="sm" icon={<Copy />} onClick={() => void copy()}>
            {t('online.copy')}
          </Button>
        </p>
      ) : null}
    </div>
  );
};
