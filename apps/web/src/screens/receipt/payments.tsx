import { Trash2 } from 'lucide-react';
import { type ListRowOf, runRowAction, useDeleteAction } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card, CardBody, CardHeader, IconButton } from '../../ui/index.ts';

type Payment = ListRowOf<typeof api.transaction.list>;

/** The payments for a receipt. */
export const Payments = ({ receipt_id }: { receipt_id: number }) => {
  const { t } = useTranslation('receipt');
  const { results } = useRead(api.transaction.list, { receipt_id, limit: 100 });
  if (!results) return null;
  return (
    <Card>
      <CardHeader title={t('payments.title')} />
      <CardBody>
        {results.length === 0 ? (
          <p className="text-muted">{t('payments.none')}</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {results.map((payment) => (
              <PaymentLine key={payment.id} of={payment} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};

const PaymentLine = ({ of }: { of: Payment }) => {
  const { t } = useTranslation('receipt');
  const { date, money } = useFormat();
  const amount = isolateBidi(money(of.value, of.currency));
  const remove = useDeleteAction(api.transaction, (_: Payment) => t('payments.named', { amount }));
  return (
    <li className="flex items-center gap-2 py-2">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <bdi>{date(of.on_date)}</bdi>
          <strong className="font-medium tabular">
            <MoneyText amount={of.value} currency={of.currency} />
          </strong>
        </span>
        <span className="flex flex-wrap gap-x-2 text-sm text-subtle">
          {of.payment_title ? <bdi>{of.payment_title}</bdi> : null}
          {of.ref_number ? <Bdi dir="ltr">{of.ref_number}</Bdi> : null}
        </span>
      </span>
      {remove.applies(of) ? (
        <IconButton
          size="sm"
          label={t('payments.remove', { amount })}
          icon={<Trash2 />}
          onClick={() => void runRowAction(remove, of)}
        />
      ) : null}
    </li>
  );
};
