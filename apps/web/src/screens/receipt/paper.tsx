import { Navigate, useParams } from 'react-router-dom';
import { BackLink, RecordStates } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { PaperPage } from '../../shared/print-page.tsx';
import { PageHeader } from '../../ui/index.ts';
import type { Receipt } from './line.ts';
import { formatReceiptName } from './status-actions.tsx';

/** Prints the purchase invoice of a receipt. */
export default function ReceiptPaperPage() {
  const { invid } = useParams();
  if (!invid || !/^[1-9]\d{0,9}$/.test(invid)) return <Navigate to={paths.notFound} replace />;
  return <StoredPaper key={invid} id={Number(invid)} />;
}

const StoredPaper = ({ id }: { id: number }) => {
  const read = useRead(api.receipt.show, { id });
  return (
    <RecordStates read={read} use={api.receipt.show} id={id}>
      {(record) => <Paper of={record} />}
    </RecordStates>
  );
};

const Paper = ({ of }: { of: Receipt }) => {
  const { t } = useTranslation('shell');
  const title = t('route.purchase_invoice');
  useTitle(title);
  return (
    <PaperPage
      paper={api.receipt.paper}
      pdf={api.receipt.show}
      id={of.id}
      head={(buttons) => (
        <PageHeader
          title={title}
          breadcrumbs={<BackLink to={paths.receipt(of.id)} label={formatReceiptName(of)} />}
          actions={buttons}
        />
      )}
    />
  );
};
