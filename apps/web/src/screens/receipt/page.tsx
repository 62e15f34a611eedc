import { CreditCard, Printer } from 'lucide-react';
import { useState } from 'react';
import { FactsCard, Instant, Link, ReadingPage, ReadingSkeleton, useGoBack } from '../../kit/index.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { PayDialog } from '../../shared/pay-dialog.tsx';
import { RowsLeftOut } from '../../shared/rows-left-out.tsx';
import { Banner, Button, Card, CardBody, CardHeader, MenuItem } from '../../ui/index.ts';
import { formFields } from './fields.ts';
import type { Receipt } from './line.ts';
import { Payments } from './payments.tsx';
import { PurchaseOrderItems } from './purchase-order-items.tsx';
import { ReceiptAmounts, ReceiptSupplier } from './read-cards.tsx';
import { ReceiptLines } from './read-lines.tsx';
import { RequestedReceipt } from './requested-receipt.tsx';
import { ReceiptStatusBadge } from './status.tsx';
import {
  formatReceiptName,
  RECEIPT_ACTIONS,
  type ReceiptMove,
  ReceiptStatusDialog,
} from './status-actions.tsx';

/** The page of a receipt, to read, pay and change its status; its paper is a page of its own. */
export default function ReceiptPage() {
  return (
    <RequestedReceipt loading={<ReadingSkeleton />}>
      {(record) => (
        <CurrencyScope of={record}>
          <ReadReceipt of={record} />
        </CurrencyScope>
      )}
    </RequestedReceipt>
  );
}

type Doing = ReceiptMove | 'pay';

const ReadReceipt = ({ of }: { of: Receipt }) => {
  const { t } = useTranslation(['receipt', 'paper']);
  const { can } = useSession();
  const leave = useGoBack(paths.receipts);
  const openPage = useOpenPage();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const may = (action: Receipt['actions'][number]) => of.actions.includes(action);
  const rarer = RECEIPT_ACTIONS.filter((move) => move !== 'accept' && may(move));
  const isPayNext = may('pay') && of.balance > 0;
  useTitle(formatReceiptName(of));
  return (
    <>
      <ReadingPage
        title={formatReceiptName(of)}
        back={{ to: paths.receipts, label: t('receipt:title') }}
        status={<ReceiptStatusBadge of={of.status} />}
        edit={{
          isOn: false,
          isRefused: false,
          open: may('save') ? () => openPage(paths.receiptEdit(of.id)) : null,
          close: () => undefined,
        }}
        save={api.receipt.save}
        actions={
          <>
            <Button asChild icon={<Printer />}>
              <Link to={paths.receiptPaper(of.id)}>{t('paper:print')}</Link>
            </Button>
            {may('pay') && !isPayNext ? (
              <Button icon={<CreditCard />} onClick={() => setDoing('pay')}>
                {t('receipt:pay')}
              </Button>
            ) : null}
          </>
        }
        more={[
          ...(of.status === null ? [<PurchaseOrderItems key="order" of={of} />] : []),
          ...rarer.map((move) => (
            <MenuItem
              key={move}
              danger={move === 'cancel' || move === 'delete'}
              onSelect={() => setDoing(move)}
            >
              {t(`receipt:verb.${move}`)}
            </MenuItem>
          )),
        ]}
        primary={
          may('accept') ? (
            <Button variant="primary" onClick={() => setDoing('accept')}>
              {t('receipt:verb.accept')}
            </Button>
          ) : isPayNext ? (
            <Button variant="primary" icon={<CreditCard />} onClick={() => setDoing('pay')}>
              {t('receipt:pay')}
            </Button>
          ) : undefined
        }
        notice={<LeftOut of={of} />}
        aside={
          <>
            <ReceiptSupplier of={of} />
            <ReceiptFacts of={of} />
            <NotesCard of={of} />
          </>
        }
        history={{ noun: 'receipt', id: of.id, facts: formFields }}
      >
        <ReceiptLines of={of}>
          <ReceiptAmounts of={of} />
        </ReceiptLines>
        {can(api.transaction.list) ? <Payments receipt_id={of.id} /> : null}
      </ReadingPage>
      {doing === 'pay' ? (
        <PayDialog receipt={{ ...of, name: formatReceiptName(of) }} onClose={close} />
      ) : doing ? (
        <ReceiptStatusDialog
          row={of}
          move={doing}
          onClose={close}
          {...(doing === 'delete' ? { onDone: leave } : {})}
        />
      ) : null}
    </>
  );
};

/** Names the rows of the supplier's list that nobody has resolved yet. */
const LeftOut = ({ of: { rows_left_out } }: { of: Receipt }) => {
  const { t } = useTranslation('force');
  const { number } = useFormat();
  if (rows_left_out.length === 0) return null;
  const count = rows_left_out.length;
  return (
    <Banner tone="warning" title={t('rows.title', { count, shown: number(count) })}>
      <RowsLeftOut rows={rows_left_out} />
    </Banner>
  );
};

/** When and where the goods came, and the supplier's invoice. */
const ReceiptFacts = ({ of }: { of: Receipt }) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const { date, list } = useFormat();
  return (
    <FactsCard
      title={t('receipt:details')}
      facts={[
        { id: 'on_date', name: t('receipt:received_on'), value: <bdi>{date(of.on_date)}</bdi> },
        {
          id: 'branches',
          name: t(of.branches_names.length > 1 ? 'fields:branches_names' : 'receipt:goods_to'),
          value: of.branches_names.length === 0 ? null : <bdi>{list(of.branches_names)}</bdi>,
        },
        {
          id: 'invoice_number',
          name: t('fields:invoice_number'),
          value: of.invoice_number === null ? null : <Bdi dir="ltr">{of.invoice_number}</Bdi>,
        },
        {
          id: 'invoice_date',
          name: t('fields:invoice_date'),
          value: of.invoice_date === null ? null : <bdi>{date(of.invoice_date)}</bdi>,
        },
        { id: 'created_at', name: t('fields:created_at'), value: <Instant at={of.created_at} /> },
        {
          id: 'account_name',
          name: t('fields:account_name'),
          value: of.account_name === null ? null : <bdi>{of.account_name}</bdi>,
        },
      ]}
    />
  );
};

const NotesCard = ({ of: { notes } }: { of: Receipt }) => {
  const { t } = useTranslation('fields');
  if (!notes) return null;
  return (
    <Card>
      <CardHeader title={t('notes')} />
      <CardBody>
        <bdi className="block whitespace-pre-wrap [overflow-wrap:anywhere]">{notes}</bdi>
      </CardBody>
    </Card>
  );
};
