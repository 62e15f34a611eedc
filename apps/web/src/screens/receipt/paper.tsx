import { BackLink } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useTitle } from '../../lib/title.ts';
import { PaperPage } from '../../shared/print-page.tsx';
import { PageHeader } from '../../ui/index.ts';
import type { Receipt } from './line.ts';
import { RequestedReceipt } from './requested-receipt.tsx';
import { formatReceiptName } from './status-actions.tsx';

/** Prints the purchase invoice of a receipt. */
export default function ReceiptPaperPage() {
  return <RequestedReceipt>{(record) => <ReceiptPaper of={record} />}</RequestedReceipt>;
}

const ReceiptPaper = ({ of }: { of: Receipt }) => {
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
