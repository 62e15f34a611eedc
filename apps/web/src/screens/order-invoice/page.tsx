import { Navigate, useParams } from 'react-router-dom';
import { BackLink, NotAllowed } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { PaperPage } from '../../shared/print-page.tsx';
import { PageHeader } from '../../ui/index.ts';

/** Shows and prints the invoice of an order. */
export default function OrderInvoicePage() {
  const { orderId } = useParams();
  const { can } = useSession();
  if (!can(api.order.paper)) return <NotAllowed use={api.order.paper} />;
  if (!orderId || !/^[1-9]\d{0,9}$/.test(orderId)) return <Navigate to={paths.notFound} replace />;
  return <InvoicePaper key={orderId} id={Number(orderId)} />;
}

const InvoicePaper = ({ id }: { id: number }) => {
  const { t } = useTranslation('paper');
  const title = t('invoice_of', { id });
  useTitle(title);
  return (
    <PaperPage
      paper={api.order.paper}
      pdf={api.order.show}
      id={id}
      head={(buttons) => (
        <PageHeader
          title={title}
          breadcrumbs={<BackLink to={paths.order(id)} label={t('order', { id })} />}
          actions={buttons}
        />
      )}
    />
  );
};
