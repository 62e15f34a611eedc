import { Mail, Phone as PhoneIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, PhoneText } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Button, Card, CardBody, CardHeader, cx } from '../../ui/index.ts';
import type { Receipt } from './line.ts';

/** A receipt is owed from its acceptance on. */
const isOwed = ({ status }: Receipt): boolean => status === 1 || status === 2;

/** What a receipt costs, what was paid, and what is still due. */
export const ReceiptAmounts = ({ of }: { of: Receipt }) => {
  const { t } = useTranslation(['receipt', 'fields']);
  return (
    <section aria-label={t('receipt:sums')} className="flex justify-end border-t border-line px-4 py-3">
      <dl className="grid w-full max-w-sm gap-1">
        {of.discount === 0 ? null : (
          <>
            <SumLine name={t('fields:total')} amount={of.total} />
            <SumLine name={t('fields:discount')} amount={-of.discount} />
          </>
        )}
        <SumLine name={t('fields:net')} amount={of.net} isStrong />
        {isOwed(of) ? (
          <>
            <SumLine name={t('fields:paid')} amount={of.paid} />
            <SumLine
              name={t('receipt:due')}
              amount={of.balance}
              isStrong
              tone={of.balance > 0 ? 'warning' : undefined}
            />
          </>
        ) : null}
      </dl>
    </section>
  );
};

type SumProps = {
  name: ReactNode;
  amount: number;
  isStrong?: boolean;
  tone?: 'warning' | undefined;
};

const SumLine = ({ name, amount, isStrong = false, tone }: SumProps) => (
  <div
    className={cx(
      'flex items-baseline justify-between gap-4',
      isStrong && 'border-t border-line pt-1.5 font-semibold first:border-t-0 first:pt-0',
    )}
  >
    <dt className={cx(!isStrong && 'text-muted')}>{name}</dt>
    <dd className={cx('tabular', tone && 'text-warning-text')}>
      <MoneyText amount={amount} />
    </dd>
  </div>
);

/** Who sent the goods, with the ways to reach them. */
export const ReceiptSupplier = ({ of }: { of: Receipt }) => {
  const { t } = useTranslation(['receipt', 'fields']);
  return (
    <Card>
      <CardHeader title={t('fields:supplier_id')} />
      <CardBody className="grid gap-2">
        <p className="font-medium">
          <Link to={paths.supplier(of.supplier_id)} className="hit rounded-sm hover:underline">
            <bdi>{of.supplier_name}</bdi>
          </Link>
        </p>
        {of.supplier_phone ? (
          <p className="flex flex-wrap items-center gap-2">
            <PhoneText phone={of.supplier_phone} name={of.supplier_name} />
            <Button asChild size="sm" icon={<PhoneIcon />}>
              <a href={`tel:${of.supplier_phone}`}>{t('receipt:call')}</a>
            </Button>
          </p>
        ) : null}
        {of.supplier_email ? (
          <p className="flex flex-wrap items-center gap-2">
            <bdi dir="ltr" className="[overflow-wrap:anywhere]">
              {of.supplier_email}
            </bdi>
            <Button asChild size="sm" icon={<Mail />}>
              <a href={`mailto:${of.supplier_email}`}>{t('receipt:write')}</a>
            </Button>
          </p>
        ) : null}
      </CardBody>
    </Card>
  );
};
