import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BackLink, Link, RecordPage, Timeline } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { PaperPage } from '../../shared/print-page.tsx';
import { Badge, Banner, Button, PageHeader } from '../../ui/index.ts';
import { rowFields } from './fields.ts';
import { UndoDialog } from './undo-dialog.tsx';

type Return = RowOf<typeof api.orderReturn.show>;

export default function ReturnPage() {
  return (
    <RecordPage of={api.orderReturn.show}>{(record) => record && <ReturnInvoice of={record} />}</RecordPage>
  );
}

/** The invoice of a return, in the same formats as an order's invoice. */
const ReturnInvoice = ({ of }: { of: Return }) => (
  <PaperPage
    paper={api.orderReturn.paper}
    pdf={api.orderReturn.show}
    id={of.id}
    head={(buttons) => <ReturnHeader of={of} buttons={buttons} />}
  />
);

const ReturnHeader = ({ of, buttons }: { of: Return; buttons: ReactNode }) => {
  const { t } = useTranslation('order-return');
  const { can } = useSession();
  const [undoing, setUndoing] = useState(false);
  const title = t('named', { id: of.id });
  useTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        aside={
          of.removed_at !== null ? (
            <Badge variant="secondary">{t('undone')}</Badge>
          ) : of.refund_pending === 1 ? (
            <Badge variant="warning">{t('pending')}</Badge>
          ) : null
        }
        breadcrumbs={<BackLink to={paths.orderReturns} label={t('title')} />}
        description={
          <Link to={paths.order(of.order_id)} className="hit rounded-sm text-primary-text hover:underline">
            {t('of_order', { number: isolateBidi(`#${of.order_id}`) })}
          </Link>
        }
        actions={
          <>
            <Timeline noun="order-return" id={of.id} facts={rowFields} />
            {of.actions.includes('remove') && can(api.orderReturn.remove) ? (
              <Button icon={<Undo2 />} onClick={() => setUndoing(true)}>
                {t('undo.do')}
              </Button>
            ) : null}
            {buttons}
          </>
        }
      />
      {of.removed_at === null && of.refund_pending === 1 ? <ToPayOut of={of} /> : null}
      {undoing ? <UndoDialog of={of} onClose={() => setUndoing(false)} /> : null}
    </>
  );
};

/** The refunds that are not paid out yet, with a link to where they are confirmed. */
const ToPayOut = ({ of }: { of: Return }) => {
  const { t } = useTranslation('order-return');
  const { can } = useSession();
  return (
    <Banner tone="warning" className="mb-gap">
      {t('preview.later')}{' '}
      {can(api.orderPayment.list) ? (
        <Link
          isAction
          to={withQuery(paths.payments, { keywords: `#${of.order_id}` })}
          className="hit rounded-sm font-medium underline"
        >
          {t('to_payments', { number: isolateBidi(`#${of.order_id}`) })}
        </Link>
      ) : null}
    </Banner>
  );
};
