import { useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { Instant, NotAllowed, RecordStates } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useLiveState } from '../../lib/server/live-events.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, PageHeader } from '../../ui/index.ts';
import { ImportBackLink } from './back-link.tsx';
import { CancelButton } from './buttons.tsx';
import { CheckStep } from './check.tsx';
import { ColumnsStep } from './columns.tsx';
import { formFields } from './fields.ts';
import { getImportStep, getImportsPath, type Import, isInProgress } from './import.ts';
import { ImportResultStep } from './result.tsx';
import { Running } from './running.tsx';
import { ImportSteps } from './steps.tsx';

/** The page of an import at its current step; the URL has the id, the server the step. */
export default function ImportPage() {
  const { id = '' } = useParams();
  const { can } = useSession();
  if (!can(api.productImport.show)) return <NotAllowed use={api.productImport.show} />;
  if (!/^[1-9]\d{0,9}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return <StoredImport key={id} id={Number(id)} />;
}

/** How often a running import is read again; rarely while live events arrive, because they report every change. */
const ASK_LIVE = 10_000;
const ASK_DEAF = 2_000;

const StoredImport = ({ id }: { id: number }) => {
  const live = useLiveState();
  const [moving, setMoving] = useState(true);
  const every = moving ? (live === 'live' ? ASK_LIVE : ASK_DEAF) : undefined;
  const { results, failure, refetch } = useRead(api.productImport.show, { id }, { every });
  const [writtenImport, setWrittenImport] = useState<Import | null>(null);
  // the answer of a write is shown until a read returns the same version
  const row = writtenImport && results && writtenImport.version > results.version ? writtenImport : results;
  if (row && isInProgress(row.state) !== moving) setMoving(isInProgress(row.state));
  return (
    <RecordStates read={{ results: row, failure, refetch }} use={api.productImport.show}>
      {(record) => <ImportWizard row={record} onImportChange={setWrittenImport} />}
    </RecordStates>
  );
};

type WizardProps = { row: Import; onImportChange: (row: Import) => void };

const BACK = 'columns';

const ImportWizard = ({ row, onImportChange }: WizardProps) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const [address, setAddress] = useSearchParams();
  const step = getImportStep(row, address.get('step') === BACK);
  const state = formFields.state.options?.find(({ value }) => value === row.state);
  const toColumns = row.actions.includes('map')
    ? withQuery(paths.productImport(row.id), { step: BACK })
    : undefined;
  const leaveColumns = (next: Import) => {
    onImportChange(next);
    // reading another sheet stays at the columns step
    if (next.state !== 'mapping' && next.state !== 'reading') setAddress({}, { replace: true });
  };
  // an import that failed or was canceled has no current step
  const isBroken = row.state === 'failed' || row.state === 'cancelled';
  useTitle(row.file_name);
  return (
    <>
      <PageHeader
        title={<bdi>{row.file_name}</bdi>}
        aside={state ? <Badge variant={state.variant}>{t(state.label)}</Badge> : null}
        breadcrumbs={<ImportBackLink to={getImportsPath(row.kind)} label={t('title')} />}
        description={
          <>
            {t(`kind.${row.kind}`)} ·{' '}
            {row.account_name ? (
              <>
                <bdi>{row.account_name}</bdi> ·{' '}
              </>
            ) : null}
            <Instant at={row.created_at} />
          </>
        }
        actions={
          row.actions.includes('cancel') && !isInProgress(row.state) ? (
            <CancelButton row={row} onImportChange={onImportChange} />
          ) : null
        }
      />
      {isBroken ? null : (
        <ImportSteps at={step} back={toColumns ? { step: 'columns', to: toColumns } : undefined} />
      )}
      <div className="flex flex-col gap-gap">
        {step === 'columns' ? (
          <ColumnsStep
            key={JSON.stringify([row.sheet, row.start_row, row.columns.length])}
            row={row}
            onImportChange={leaveColumns}
          />
        ) : step === 'check' && row.state === 'checked' ? (
          <CheckStep row={row} toColumns={toColumns} onImportChange={onImportChange} />
        ) : step === 'result' && row.state !== 'undoing' ? (
          <ImportResultStep row={row} toColumns={toColumns} onImportChange={onImportChange} />
        ) : (
          <Running row={row} onImportChange={onImportChange} />
        )}
      </div>
    </>
  );
};
