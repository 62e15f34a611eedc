import { ArrowLeft, Contact, FileUp, Package } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Banner, type BannerTone, Button, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { RefusedButton, UndoButton } from './buttons.tsx';
import { CreatedRecords } from './check.tsx';
import { Counts, Notices } from './counts.tsx';
import { Expired } from './expired.tsx';
import { getNewImportPath, getRecordsPath, type Import, isUploadExpired } from './import.ts';
import { QuantitiesResult } from './quantities.tsx';
import { ReasonSums } from './reason-sums.tsx';
import { Rows } from './rows.tsx';
import { SetAsideButtons } from './set-aside.tsx';

type ResultStepProps = { row: Import; toColumns: string | undefined; onImportChange: (row: Import) => void };

/** The result of an import, with the possible next actions. */
export const ImportResultStep = ({ row, toColumns, onImportChange }: ResultStepProps) => {
  const { t } = useTranslation('product-import');
  const judged = row.created + row.updated + row.unchanged + row.refused > 0;
  if (isUploadExpired(row) && !judged) return <Expired kind={row.kind} />;
  // the first button is the likely next step: to see the records, or to fix the columns and import again
  const isInEffect = row.state === 'done' || row.actions.includes('undo');
  const isAside = row.actions.includes('retry');
  const products = (
    <Button
      asChild
      {...(isInEffect && !isAside ? { variant: 'primary' } : {})}
      icon={row.kind === 'customer' ? <Contact /> : <Package />}
    >
      <Link to={getRecordsPath(row.kind)}>
        {t(row.kind === 'customer' ? 'end.customers' : 'end.products')}
      </Link>
    </Button>
  );
  const again = (
    <Button asChild {...(isInEffect || isAside ? {} : { variant: 'primary' })} icon={<FileUp />}>
      <Link to={getNewImportPath(row.kind)}>{t('end.again')}</Link>
    </Button>
  );
  return (
    <>
      <ImportSummary row={row} />
      <div className="flex flex-wrap items-center gap-2">
        <SetAsideButtons row={row} onImportChange={onImportChange} />
        {isInEffect ? products : again}
        {isInEffect ? again : products}
        {toColumns ? (
          <Button asChild icon={<ArrowLeft className="rtl:-scale-x-100" />}>
            <Link to={toColumns}>{t('check.back')}</Link>
          </Button>
        ) : null}
        <RefusedButton row={row} />
        {row.actions.includes('undo') ? <UndoButton row={row} onImportChange={onImportChange} /> : null}
      </div>
      {judged ? (
        <>
          {row.state === 'undone' ? null : (
            <>
              <Counts row={row} ahead={false} />
              <Notices row={row} ahead={false} />
              <QuantitiesResult row={row} />
              <ReasonSums row={row} />
              <CreatedRecords noun="categories" names={row.categories} ahead={false} />
              <CreatedRecords noun="category_titles" names={row.category_titles} ahead={false} />
              <CreatedRecords noun="brands" names={row.brands} ahead={false} />
            </>
          )}
          <ImportReceipts row={row} />
          <Rows row={row} title={t('rows.title')} text={t('rows.text')} />
        </>
      ) : null}
    </>
  );
};

/** The receipts that brought the quantities into stock. */
const ImportReceipts = ({ row }: { row: Import }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const { can } = useSession();
  if (row.receipts_ids.length === 0) return null;
  const isAllReceived = row.arrived === row.arriving;
  const details = [
    isAllReceived ? '' : t('arrival.partly', { shown: number(row.arrived), total: number(row.arriving) }),
    t('arrival.arrived_text', { branch: isolateBidi(row.branch_name ?? '') }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Card>
      <CardHeader
        title={t(row.state === 'undone' ? 'arrival.stayed' : 'arrival.arrived', {
          count: row.receipts_ids.length,
        })}
        description={row.state === 'undone' ? t('arrival.stayed_text') : details}
      />
      <CardBody>
        <ul className="flex flex-wrap gap-1.5">
          {row.receipts_ids.map((id) => (
            <li key={id} className="rounded-sm bg-sunken px-2 py-0.5 text-sm tabular">
              {can(api.receipt.show) ? (
                <Link to={paths.receipt(id)} className="font-medium">
                  <bdi>{`#${id}`}</bdi>
                </Link>
              ) : (
                <bdi>{`#${id}`}</bdi>
              )}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

const tones: Partial<Record<Import['state'], BannerTone>> = {
  done: 'success',
  cancelled: 'warning',
  failed: 'danger',
};

/** Summarizes the result in a sentence: what happened, and what remains. */
const ImportSummary = ({ row }: { row: Import }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const written = row.created + row.updated;
  const stays = row.actions.includes('undo')
    ? t('end.stays', { count: written, shown: number(written) })
    : t('end.untouched');
  const text: Partial<Record<Import['state'], string>> = {
    done: row.refused > 0 ? t('end.done_refused') : t('end.done_text'),
    cancelled: stays,
    failed: [row.failure?.message, stays].filter(Boolean).join(' '),
    undone: t('end.undone_text'),
  };
  return (
    <Banner tone={tones[row.state] ?? 'info'} title={t(`end.${row.state}`)}>
      {text[row.state]}
    </Banner>
  );
};
