import { ArrowLeft, FileUp, Play } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Card, CardBody, CardHeader, StickyBar } from '../../ui/index.ts';
import { RefusedButton } from './buttons.tsx';
import { Counts, Notices } from './counts.tsx';
import { Expired } from './expired.tsx';
import { FirstProducts } from './first-products.tsx';
import { getNewImportPath, getStartEndpoint, type Import, isUploadExpired } from './import.ts';
import { QuantitiesAhead } from './quantities.tsx';
import { ReasonSums } from './reason-sums.tsx';
import { Rows } from './rows.tsx';

type CheckStepProps = { row: Import; toColumns: string | undefined; onImportChange: (row: Import) => void };

/** Previews what the import would do. */
export const CheckStep = ({ row, toColumns, onImportChange }: CheckStepProps) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const run = useWrite(getStartEndpoint(row.kind), { silent: true, onSuccess: onImportChange });
  if (isUploadExpired(row) || run.failure?.code === 'import.expired') return <Expired kind={row.kind} />;
  const writes = row.created + row.updated;
  // rows that leave their product unchanged can still add stock
  const runs = writes + row.arriving + row.category_titles.length > 0;
  return (
    <>
      {run.failure ? (
        <Banner tone="danger" title={t('check.failed')}>
          {run.failure.message}
        </Banner>
      ) : null}
      <Counts row={row} ahead />
      <Notices row={row} ahead />
      <ReasonSums row={row} />
      {row.price_list ? (
        <Banner tone="info">{t('prices.goes_to', { list: isolateBidi(row.price_list.title) })}</Banner>
      ) : null}
      <QuantitiesAhead row={row} toColumns={toColumns} onImportChange={onImportChange} />
      {!runs ? (
        <Banner tone="info" title={t('check.nothing')}>
          {t(
            `check.${row.refused === 0 ? 'nothing_text' : row.unchanged > 0 ? 'nothing_mixed' : 'nothing_refused'}`,
          )}
        </Banner>
      ) : row.refused > 0 ? (
        <Banner tone="warning">
          {t('check.refused', { count: row.refused, shown: number(row.refused) })}
        </Banner>
      ) : null}
      <CreatedRecords noun="categories" names={row.categories} ahead />
      <CreatedRecords noun="category_titles" names={row.category_titles} ahead />
      <CreatedRecords noun="brands" names={row.brands} ahead />
      {row.kind === 'product' ? <FirstProducts row={row} /> : null}
      <Rows
        row={row}
        title={t('rows.preview')}
        text={t('rows.preview_text')}
        actions={<RefusedButton row={row} />}
      />
      <StickyBar label={t('check.bar')}>
        <span className="text-muted">{t('check.safe')}</span>
        <span className="flex flex-wrap items-center gap-2">
          {toColumns ? (
            <Button asChild icon={<ArrowLeft className="rtl:-scale-x-100" />}>
              <Link to={toColumns}>{t('check.back')}</Link>
            </Button>
          ) : null}
          {runs ? (
            <Button
              variant="primary"
              icon={<Play className="rtl:-scale-x-100" />}
              loading={run.busy}
              disabled={!row.actions.includes('run')}
              onClick={() => void run.submit({ id: row.id, dry_run: false })}
            >
              <RunLabel row={row} />
            </Button>
          ) : (
            <Button asChild variant="primary" icon={<FileUp />}>
              <Link to={getNewImportPath(row.kind)}>{t('check.other')}</Link>
            </Button>
          )}
        </span>
      </StickyBar>
    </>
  );
};

/** The label of the button that runs a checked import. */
const RunLabel = ({ row }: { row: Import }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  // counts rows, because 200 rows may make 60 products
  const writes = row.created + row.updated + row.items;
  if (writes > 0) return t('check.run', { count: writes, shown: number(writes) });
  return row.arriving > 0
    ? t('check.receive', { count: row.arriving, shown: number(row.arriving) })
    : t('check.titles', { count: row.category_titles.length, shown: number(row.category_titles.length) });
};

const PREVIEW_ROWS = 30;

type CreatedRecordsProps = {
  noun: 'categories' | 'category_titles' | 'brands';
  names: readonly string[];
  ahead: boolean;
};

/** Lists the categories or brands that the file creates, and the categories whose titles it fills in. */
export const CreatedRecords = ({ noun, names, ahead }: CreatedRecordsProps) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  if (names.length === 0) return null;
  const rest = names.length - PREVIEW_ROWS;
  return (
    <Card>
      <CardHeader
        title={t(`${noun}.${ahead ? 'title' : 'made'}`, {
          count: names.length,
          shown: number(names.length),
        })}
        description={ahead ? t(`${noun}.text`) : undefined}
      />
      <CardBody>
        <ul className="flex flex-wrap gap-1.5">
          {names.slice(0, PREVIEW_ROWS).map((name) => (
            <li key={name} className="rounded-sm bg-sunken px-2 py-0.5 text-sm [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </li>
          ))}
          {rest > 0 ? (
            <li className="px-1 py-0.5 text-sm text-subtle">
              {t(`${noun}.more`, { count: rest, shown: number(rest) })}
            </li>
          ) : null}
        </ul>
      </CardBody>
    </Card>
  );
};
