import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BackLink, RecordPage, Timeline } from '../../kit/index.ts';
import { api } from '../../lib/api.ts';
import type { RowOf } from '../../lib/endpoint.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/title.ts';
import { PaperPage } from '../../trade/paper-page.tsx';
import { Badge, Button, PageHeader } from '../../ui/index.ts';
import { c } from './fields.ts';
import { UndoDialog } from './undo-dialog.tsx';

type Return = RowOf<typeof api.orderReturn.show>;

export default function ReturnPage() {
  return <RecordPage of={api.orderReturn.show}>{(record) => record && <Invoice of={record} />}</RecordPage>;
}

/** The invoice of a return, in the same prints as that of an order. */
const Invoice = ({ of }: { of: Return }) => (
  <PaperPage
    paper={api.orderReturn.paper}
    pdf={api.orderReturn.show}
    id={of.id}
    head={(buttons) => <Head of={of} buttons={buttons} />}
  />
);

const Head = ({ of, buttons }: { of: Return; buttons: ReactNode }) => {
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
        actions={
          <>
            <Timeline noun="order-return" id={of.id} facts={c} />
            {of.actions.includes('remove') && can(api.orderReturn.remove) ? (
              <Button icon={<Undo2 />} onClick={() => setUndoing(true)}>
                {t('undo.do')}
              </Button>
            ) : null}
            {buttons}
          </>
        }
      />
      {undoing ? <UndoDialog of={of} onClose={() => setUndoing(false)} /> : null}
    </>
  );
};
