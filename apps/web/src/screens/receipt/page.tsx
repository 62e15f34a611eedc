import { CreditCard, SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { BackLink, Link, RecordStates, Timeline, useGoBack } from '../../kit/index.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { PayDialog } from '../../shared/pay-dialog.tsx';
import { PaperPage } from '../../shared/print-page.tsx';
import { Button, Menu, MenuItem, PageHeader } from '../../ui/index.ts';
import { formFields } from './fields.ts';
import type { Receipt } from './line.ts';
import { Payments } from './payments.tsx';
import { PurchaseOrderItems } from './purchase-order-items.tsx';
import { ReceiptStatusBadge } from './status.tsx';
import {
  formatReceiptName,
  RECEIPT_ACTIONS,
  type ReceiptMove,
  ReceiptStatusDialog,
} from './status-actions.tsx';

/** The page of a receipt, to view, print, pay and change its status. */
export default function ReceiptPage() {
  const { invid } = useParams();
  if (!invid || !/^[1-9]\d{0,9}$/.test(invid)) return <Navigate to={paths.notFound} replace />;
  return <StoredReceipt key={invid} id={Number(invid)} />;
}

const StoredReceipt = ({ id }: { id: number }) => {
  const { can } = useSession();
  // loads at the same time as the printed document
  const read = useRead(api.receipt.show, { id });
  return (
    <PaperPage
      paper={api.receipt.paper}
      pdf={api.receipt.show}
      id={id}
      head={(prints) => (
        <RecordStates read={read} use={api.receipt.show}>
          {(record) => (
            <CurrencyScope of={record}>
              <Head of={record} prints={prints} />
            </CurrencyScope>
          )}
        </RecordStates>
      )}
    >
      {can(api.transaction.list) ? <Payments receipt_id={id} /> : null}
    </PaperPage>
  );
};

/** The header of a receipt, with the actions that the server allows. */
const Head = ({ of, prints }: { of: Receipt; prints: ReactNode }) => {
  const { t } = useTranslation('receipt');
  const leave = useGoBack(paths.receipts);
  const [doing, setDoing] = useState<ReceiptMove | 'pay' | null>(null);
  const close = () => setDoing(null);
  const may = (action: Receipt['actions'][number]) => of.actions.includes(action);
  const others = RECEIPT_ACTIONS.filter((move) => move !== 'accept' && may(move));
  useTitle(formatReceiptName(of));
  return (
    <>
      <PageHeader
        title={formatReceiptName(of)}
        aside={<ReceiptStatusBadge of={of.status} />}
        breadcrumbs={<BackLink to={paths.receipts} label={t('title')} />}
        actions={
          <>
            <Timeline noun="receipt" id={of.id} facts={formFields} />
            {others.length > 0 || of.status === null ? (
              <Menu trigger={<Button>{t('more')}</Button>}>
                {of.status === null ? <PurchaseOrderItems of={of} /> : null}
                {others.map((move) => (
                  <MenuItem
                    key={move}
                    danger={move === 'cancel' || move === 'delete'}
                    onSelect={() => setDoing(move)}
                  >
                    {t(`verb.${move}`)}
                  </MenuItem>
                ))}
              </Menu>
            ) : null}
            {prints}
            {may('save') ? (
              <Button asChild icon={<SquarePen />}>
                <Link to={paths.receiptEdit(of.id)}>{t('edit')}</Link>
              </Button>
            ) : null}
            {may('pay') ? (
              <Button
                variant={of.balance > 0 ? 'primary' : 'secondary'}
                icon={<CreditCard />}
                onClick={() => setDoing('pay')}
              >
                {t('pay')}
              </Button>
            ) : null}
            {may('accept') ? (
              <Button variant="primary" onClick={() => setDoing('accept')}>
                {t('verb.accept')}
              </Button>
            ) : null}
          </>
        }
      />
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
