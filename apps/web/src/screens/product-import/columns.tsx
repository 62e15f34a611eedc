import { Search } from 'lucide-react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  Field,
  NumberInput,
  RadioGroup,
  Select,
  StickyBar,
} from '../../ui/index.ts';
import { ColumnList } from './column-list.tsx';
import { Expired } from './expired.tsx';
import { type Import, isUploadExpired } from './import.ts';
import { ArrivalCard, FreePricesCard, PricesCard } from './target-cards.tsx';
import { useImportSetupDraft } from './use-columns-draft.ts';

const MODES = ['both', 'create', 'update'] as const;

/** Assigns the file's columns to fields. */
export const ColumnsStep = ({
  row,
  onImportChange,
}: {
  row: Import;
  onImportChange: (row: Import) => void;
}) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const draft = useImportSetupDraft(row, onImportChange);
  if (isUploadExpired(row) || draft.failure?.code === 'import.expired') return <Expired kind={row.kind} />;
  const check = async () => {
    if (!(await draft.check())) document.getElementById('columns')?.focus();
  };
  return (
    <>
      {draft.failure ? (
        <Banner tone="danger" title={t('columns.failed')}>
          {draft.failure.message}
        </Banner>
      ) : null}
      {row.failure ? <Banner tone="warning">{row.failure.message}</Banner> : null}
      <Card>
        <CardHeader title={t('columns.table')} description={t('columns.table_text')} />
        <CardBody>
          <TableStart row={row} draft={draft} />
        </CardBody>
      </Card>
      {row.columns.length === 0 ? null : (
        <Card id="columns" tabIndex={-1} aria-label={t('steps.columns')}>
          <CardHeader
            title={t('columns.title')}
            description={t('columns.text')}
            actions={
              draft.origin === 'remembered' ? (
                <Button size="sm" onClick={draft.takeGuess}>
                  {t('columns.take_guess')}
                </Button>
              ) : null
            }
          />
          <CardBody className="flex flex-col gap-3">
            {draft.origin === 'remembered' ? <Banner tone="info">{t('columns.remembered')}</Banner> : null}
            {draft.errorOf('mapping') ? <Banner tone="danger">{draft.errorOf('mapping')}</Banner> : null}
            <ColumnList row={row} draft={draft} />
          </CardBody>
        </Card>
      )}
      <ColumnNotes row={row} draft={draft} />
      {row.kind === 'price' ? null : (
        <Card>
          <CardHeader title={t('columns.mode')} />
          <CardBody>
            <RadioGroup
              aria-label={t('columns.mode')}
              value={draft.mode}
              onChange={draft.setMode}
              disabled={draft.busy}
              options={MODES.map((value) => ({
                value,
                label: t(`mode.${value}`),
                hint: t(row.kind === 'customer' ? `customer_mode.${value}_hint` : `mode.${value}_hint`),
              }))}
            />
          </CardBody>
        </Card>
      )}
      {row.kind === 'product' && draft.fields.has('quantity') ? <ArrivalCard draft={draft} /> : null}
      {row.kind === 'price' ? <PricesCard draft={draft} /> : null}
      {draft.hasFreeChoice ? <FreePricesCard draft={draft} /> : null}
      <StickyBar label={t('columns.bar')}>
        <span className="text-muted">{t('columns.safe')}</span>
        <Button
          variant="primary"
          icon={<Search />}
          loading={draft.busy}
          disabled={row.columns.length === 0}
          onClick={() => void check()}
        >
          {t('columns.check')}
        </Button>
      </StickyBar>
    </>
  );
};

type PartProps = { row: Import; draft: ReturnType<typeof useImportSetupDraft> };

/** Selects where in the file the table starts. */
const TableStart = ({ row, draft }: PartProps) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const { number } = useFormat();
  const lookAgain = () => {
    if (draft.start !== null && draft.start !== row.start_row && !draft.busy)
      void draft.look({ start_row: draft.start });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {row.sheets.length > 1 ? (
        <Field label={t('fields:sheet')} hint={t('columns.sheet_hint')} error={draft.errorOf('sheet')}>
          <Select
            value={row.sheet ?? undefined}
            disabled={draft.busy}
            onChange={(sheet) => void draft.look({ sheet })}
            options={row.sheets.map((sheet) => ({
              value: sheet.name,
              label: (
                <>
                  <bdi>{sheet.name}</bdi>{' '}
                  <span className="text-subtle">
                    ({t('columns.sheet_rows', { count: sheet.rows, shown: number(sheet.rows) })}
                    {sheet.hidden ? t('columns.sheet_hidden') : ''})
                  </span>
                </>
              ),
            }))}
          />
        </Field>
      ) : null}
      <Field
        label={t('columns.start_row')}
        hint={t('columns.start_row_hint')}
        error={draft.errorOf('start_row')}
      >
        <NumberInput
          whole
          className="max-w-32"
          value={draft.startRow}
          disabled={draft.busy}
          onChange={draft.setStartRow}
          onBlur={lookAgain}
          onKeyDown={(event) => {
            if (event.key === 'Enter') lookAgain();
          }}
        />
      </Field>
    </div>
  );
};

/** Explains possibly unexpected consequences of the selected columns. */
const ColumnNotes = ({ row, draft }: PartProps) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const { fields, mode } = draft;
  const named = fields.has('names.ar') || fields.has('names.en') || fields.has('names.de');
  const isNameless = row.kind === 'customer' ? !fields.has('name') : row.kind === 'product' && !named;
  const pictures = row.images_count;
  const [firstSheet] = row.sheets.filter(({ hidden }) => !hidden);
  const isPassedOver = firstSheet !== undefined && row.sheet !== null && row.sheet !== firstSheet.name;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {isPassedOver ? (
        <Banner tone="info">{t('note.sheet', { sheet: isolateBidi(row.sheet ?? '') })}</Banner>
      ) : null}
      {isNameless && mode !== 'update' ? (
        <Banner tone="warning">{t(row.kind === 'customer' ? 'note.customer_names' : 'note.names')}</Banner>
      ) : null}
      {fields.has('image_path') && pictures === 0 ? <Banner tone="warning">{t('note.no_zip')}</Banner> : null}
      {!fields.has('image_path') && pictures > 0 ? (
        <Banner tone="warning">{t('note.unused_zip', { count: pictures, shown: number(pictures) })}</Banner>
      ) : null}
    </div>
  );
};
