import type { ReactNode } from 'react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card, CardBody, CardHeader, cx } from '../../ui/index.ts';
import type { ReturnPreview } from './draft.ts';

type PreviewCardProps = {
  of: ReturnPreview;
  currency: string;
  /** The name of the till whose drawer pays the cash; null when no drawer does. */
  tillName: string | null;
  children?: ReactNode;
};

/** Previews a return: its value, the refunds and how they are paid. */
export const PreviewCard = ({ of, currency, tillName, children }: PreviewCardProps) => {
  const { t } = useTranslation('order-return');
  const { money } = useFormat();
  // a payment of 'cash on delivery' is refunded in cash, so the cash method's name is shown
  const cash = useRead(api.paymentMethod.list, { limit: 100, type: 'cash' }, { enabled: of.ways.length > 0 });
  const isCash = (payment_id: number) => cash.results?.some(({ id }) => id === payment_id) ?? false;
  const cashWays = tillName === null ? [] : of.ways.filter(({ payment_id }) => isCash(payment_id));
  const fromDrawer = cashWays.reduce((sum, { amount }) => sum + amount, 0);
  const isAllCash = cashWays.length > 0 && cashWays.length === of.ways.length;
  const damaged = of.items.filter((item) => item.damaged).length;
  const row = (name: string, amount: number, strong = false) => (
    <div className={cx('flex justify-between gap-4', strong && 'border-t border-line pt-1.5 font-semibold')}>
      <dt>{name}</dt>
      <dd className="tabular">
        <bdi>{money(amount, currency)}</bdi>
      </dd>
    </div>
  );
  return (
    <Card>
      <CardHeader title={t('preview.title')} />
      <CardBody className="grid gap-3">
        {children}
        <dl className="grid gap-1.5" aria-label={t('preview.title')}>
          {row(t('preview.goods'), of.value)}
          {of.delivery > 0 ? row(t('delivery'), of.delivery) : null}
          {of.fee > 0 ? row(t('fee'), of.fee) : null}
          {of.rounding === 0 ? null : row(t('rounding'), of.rounding)}
          {of.lowered > 0 ? row(t('preview.lowered'), of.lowered) : null}
          {row(t('preview.refund'), of.money, true)}
        </dl>
        {of.ways.length === 0 ? null : (
          <ul className="grid gap-1 text-sm text-muted">
            {of.ways.map(({ payment_id, title, amount }) => (
              <li key={payment_id}>
                {t(isCash(payment_id) ? 'preview.in_cash' : 'preview.way', {
                  amount: isolateBidi(money(amount, currency)),
                  method: isolateBidi(title),
                })}
              </li>
            ))}
          </ul>
        )}
        {fromDrawer > 0 ? (
          <p className="text-sm text-subtle">
            {t('preview.from_drawer', {
              amount: isolateBidi(money(fromDrawer, currency)),
              till: isolateBidi(tillName ?? ''),
            })}
          </p>
        ) : null}
        {of.money > 0 && !isAllCash ? (
          <p className="text-sm text-subtle">{t(fromDrawer > 0 ? 'preview.rest_later' : 'preview.later')}</p>
        ) : null}
        {damaged > 0 ? <p className="text-sm text-warning-text">{t('preview.damaged')}</p> : null}
      </CardBody>
    </Card>
  );
};
