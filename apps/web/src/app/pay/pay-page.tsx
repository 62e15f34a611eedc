import { CircleCheck, CircleX, Clock, CreditCard, RotateCcw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Badge, Button, Card, CardBody, EmptyState, Spinner } from '../../ui/index.ts';
import { LanguageMenu, LookMenu } from '../appearance-menus.tsx';
import { useShopName } from '../shop.ts';
import { ShopMark } from '../shop-mark.tsx';
import { TestCardForm } from './test-card-form.tsx';

type Attempt = RowOf<typeof api.paymentAttempt.show>;

/** How often an attempt that has not ended is read again, in milliseconds. */
const EVERY = 5_000;

/**
 * The page where a customer pays an order through a link, without signing in. It belongs to the built-in payment
 * provider `soft`.
 */
const PayPage = () => {
  const { t } = useTranslation(['pay', 'common']);
  const { attempt: attempt_id = '' } = useParams();
  const name = useShopName();
  const { results, failure, refetch } = useRead(api.paymentAttempt.show, { attempt_id }, { every: EVERY });
  // a truncated link is answered with 422, an unknown one with 404
  const isMissing = failure !== null && [404, 422].includes(failure.status);
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <header className="flex h-14 items-center gap-2.5 px-4">
        <ShopMark />
        <span className="min-w-0 flex-1 truncate text-lg font-semibold text-ink">
          <bdi>{name}</bdi>
        </span>
        <LanguageMenu />
        <LookMenu />
      </header>
      <main className="mx-auto w-full max-w-md flex-1 px-4 pt-2 pb-16 sm:pt-10">
        {results ? (
          <AttemptCard of={results} onChosen={() => void refetch()} />
        ) : isMissing ? (
          <EmptyState icon={<SearchX />} title={t('pay:missing')} text={t('pay:missing_text')} />
        ) : failure ? (
          <EmptyState
            icon={<CircleX />}
            title={t('pay:failed_to_load')}
            text={<bdi>{failure.message}</bdi>}
            actions={
              <Button icon={<RotateCcw />} onClick={() => void refetch()}>
                {t('common:action.retry')}
              </Button>
            }
          />
        ) : (
          <Spinner label={t('common:state.loading')} />
        )}
      </main>
    </div>
  );
};

const AttemptCard = ({ of, onChosen }: { of: Attempt; onChosen: () => void }) => {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  const { order_id, amount, currency, mode } = of;
  return (
    <Card>
      <CardBody className="grid gap-5 p-5">
        <div className="text-center">
          {mode === 'test' ? <Badge variant="warning">{t('test')}</Badge> : null}
          <h1 className="mt-2 text-base text-muted">
            {order_id === null ? t('of_test') : t('of_order', { number: isolateBidi(`#${order_id}`) })}
          </h1>
          <p className="mt-1 text-3xl font-semibold tabular text-ink">
            <bdi>{money(amount, currency)}</bdi>
          </p>
        </div>
        {of.is_payable ? <TestCardForm attempt={of} onChosen={onChosen} /> : <AttemptResult of={of} />}
      </CardBody>
    </Card>
  );
};

type AttemptOutcome = { readonly key: string; readonly icon: ReactNode };

/** Returns the outcome of an attempt that can no longer be paid. */
function getOutcome({ state, reason, is_on_its_way }: Attempt): AttemptOutcome {
  if (state === 'paid') return { key: 'paid', icon: <CircleCheck /> };
  if (state === 'mismatch') return { key: 'mismatch', icon: <Clock /> };
  if (is_on_its_way) return { key: 'later', icon: <Clock /> };
  if (state === 'failed') return { key: reason === 'refused' ? 'refused' : 'canceled', icon: <CircleX /> };
  return { key: 'expired', icon: <Clock /> };
}

const AttemptResult = ({ of }: { of: Attempt }) => {
  const { t } = useTranslation('pay');
  const { key, icon } = getOutcome(of);
  return (
    <div role="status">
      <EmptyState
        className="px-0 py-4"
        icon={icon}
        title={t(`outcome.${key}`)}
        text={t(`outcome.${key}_text`)}
        actions={
          of.return_url ? (
            <Button asChild variant="primary" icon={<CreditCard />}>
              <a href={of.return_url}>{t('back')}</a>
            </Button>
          ) : null
        }
      />
    </div>
  );
};

export default PayPage;
