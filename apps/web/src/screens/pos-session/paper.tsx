import { BackLink, RecordPage } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useTitle } from '../../lib/title.ts';
import { PaperPage } from '../../shared/print-page.tsx';
import { PageHeader } from '../../ui/index.ts';
import { formatSessionName } from './session-name.ts';

/** Prints the X report of an open session or the Z report of a closed one. */
export default function PosSessionPaper() {
  return (
    <RecordPage of={api.posSession.show}>{(record) => record && <SessionReport of={record} />}</RecordPage>
  );
}

const SessionReport = ({ of }: { of: RowOf<typeof api.posSession.show> }) => {
  const { t } = useTranslation('pos-session');
  const title = t(of.z_number === null ? 'x' : 'z');
  useTitle(title);
  return (
    <PaperPage
      paper={api.posSession.paper}
      pdf={api.posSession.show}
      id={of.id}
      head={(buttons) => (
        <PageHeader
          title={title}
          breadcrumbs={<BackLink to={paths.posSession(of.id)} label={formatSessionName(of)} />}
          actions={buttons}
        />
      )}
    />
  );
};
