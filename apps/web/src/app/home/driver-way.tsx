import { ChevronRight, Truck, Wallet } from 'lucide-react';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Link } from '../../kit/link.tsx';
import { AddressText, Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useAmountDue } from '../../shared/use-amount-due.ts';
import { Badge, Button, Card, cx } from '../../ui/index.ts';

type Order = RowOf<typeof api.order.list>;

/** The orders that fit on the first screen of a phone. */
const STOPS = 3;

/**
 * A driver's way: the orders that are out, the next one first with its address and what to collect, and the cash that
 * they carry. Rule: docs/rules/screens.md#home
 */
const DriverWay = () => {
  const { t } = useTranslation('shell');
  const { number } = useFormat();
  const { results, meta } = useRead(api.order.list, {
    status_value: [0, 1, 2, 3, 4],
    limit: STOPS,
    sort_by: 'promised_at',
    sort_as: 'asc',
  });
  if (!results) return null;
  const more = (meta?.total ?? 0) - results.length;
  return (
    <section aria-labelledby="way" className="mb-6 max-w-2xl">
      <h2 id="way" className="mb-2 text-sm font-medium text-subtle">
        {t('way.title')}
      </h2>
      <Card className="divide-y divide-line">
        {results.length === 0 ? (
          <p className="flex items-center gap-2 p-4 text-base text-muted">
            <Truck aria-hidden="true" className="size-5 text-subtle" />
            {t('way.none')}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {results.map((order, at) => (
              <Stop key={order.id} of={order} isNext={at === 0} />
            ))}
          </ul>
        )}
        <Carried />
      </Card>
      {results.length === 0 ? null : (
        <Button asChild size="lg" variant="primary" className="mt-2.5 w-full">
          <Link to={paths.orders}>
            {more > 0 ? t('way.all', { count: more, shown: isolateBidi(number(more)) }) : t('way.open')}
          </Link>
        </Button>
      )}
    </section>
  );
};

const Stop = ({ of, isNext }: { of: Order; isNext: boolean }) => {
  const { t } = useTranslation('shell');
  const { relative } = useFormat();
  const owes = of.open_amount > 0;
  const isLate = of.promised_at !== null && Date.parse(of.promised_at) < Date.now();
  const { rest } = useAmountDue(of, owes);
  return (
    <li>
      <Link to={paths.order(of.id)} className="flex items-center gap-3 p-4 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={isNext ? 'text-lg font-semibold text-ink' : 'font-medium text-ink'}>
              <Bdi dir="ltr">{`#${of.id}`}</Bdi> <bdi>{of.client_name ?? ''}</bdi>
            </span>
            {isNext ? <Badge variant="primary">{t('way.next')}</Badge> : null}
          </span>
          <span className="block text-base text-muted">
            <AddressText text={of.address || t('way.no_address')} />
          </span>
          {of.promised_at === null ? null : (
            <span className={cx('block text-sm', isLate ? 'text-danger-text' : 'text-subtle')}>
              {t('way.due', { when: isolateBidi(relative(of.promised_at)) })}
            </span>
          )}
        </span>
        <span className="shrink-0 text-end">
          {owes ? (
            <>
              <span className="block text-sm text-muted">{t('way.collect')}</span>
              <strong className="text-lg font-semibold text-ink tabular">
                <MoneyText amount={rest} currency={of.currency} />
              </strong>
            </>
          ) : (
            <span className="text-sm text-success-text">{t('way.paid')}</span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle rtl:-scale-x-100" />
      </Link>
    </li>
  );
};

/** The cash that the driver carries, a line for each currency. */
const Carried = () => {
  const { t } = useTranslation('shell');
  const { can } = useSession();
  const { results } = useRead(api.driverCash.list, {}, { enabled: can(api.driverCash.list) });
  const own = results?.[0];
  if (!own) return null;
  const sums = own.outstanding_by_currency ?? [];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 p-4">
      <Wallet aria-hidden="true" className="size-5 text-muted" />
      <span className="text-base text-muted">{t('way.cash')}</span>
      <span className="ms-auto flex flex-col items-end text-lg font-semibold text-ink tabular">
        {sums.length === 0 ? (
          <MoneyText amount={0} currency={own.currency} />
        ) : (
          sums.map(({ currency, outstanding }) => (
            <MoneyText key={currency} amount={outstanding} currency={currency} />
          ))
        )}
      </span>
    </p>
  );
};

export default DriverWay;
