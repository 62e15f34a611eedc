import { LOCATION_IMPORT_FIELDS } from '@dukkan/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { RefPicker } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { ResultOf } from '../../lib/server/endpoint.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { useSession } from '../../lib/server/session.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { useUpload } from '../../lib/server/use-upload.ts';
import { Badge, Banner, Button, Dialog, Field, Select, Table, Td, THead, Th, Tr } from '../../ui/index.ts';

type Answer = ResultOf<typeof api.location.importFile>;
type Undone = ResultOf<typeof api.location.undoImport>;
type Mapping = Answer['mapping'];

const TONES = { created: 'success', updated: 'info', unchanged: 'secondary', refused: 'danger' } as const;
const ORDER = ['refused', 'created', 'updated', 'unchanged'] as const;
/** The most result rows that are shown. */
const PREVIEW_ROWS = 200;
/** The option for a field that is in no property. */
const NONE = '-';

type ImportDialogProps = { kind: 'zone' | 'area'; file: File; onClose: () => void };

/** Shows the server's preview of a file of zones or areas, imports the file, and can undo the import. */
export const ImportDialog = ({ kind, file, onClose }: ImportDialogProps) => {
  const { t } = useTranslation(['location', 'kit']);
  const { number } = useFormat();
  const { can } = useSession();
  const { preview, done, upload, wish, change, apply, undo, undone } = usePlacesImport(kind, file);
  const outcome = done ?? preview;
  const changes = preview ? preview.created + preview.updated : 0;
  const canApply = !done && preview !== null && (changes > 0 || wish.branch_id !== null);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title={t(`location:import.title_${kind}`)}
      description={<bdi>{file.name}</bdi>}
      closeLabel={t('kit:close')}
      footer={
        <>
          {done?.id && !undone ? <Button onClick={undo}>{t('location:import.undo')}</Button> : null}
          <Button onClick={onClose}>{t(done ? 'kit:close' : 'kit:cancel')}</Button>
          {done ? null : (
            <Button variant="primary" disabled={!canApply} loading={upload.busy} onClick={apply}>
              {t('location:import.apply', { count: changes, shown: number(changes) })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3" aria-busy={upload.busy}>
        {upload.failure ? (
          <div role="alert">
            <Banner tone="danger">{upload.failure.message}</Banner>
          </div>
        ) : null}
        {done ? null : (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t('location:import.city')} required={kind === 'area'}>
              <RefPicker
                to="location"
                fixed={{ type: 1 }}
                value={wish.parent_id}
                onChange={(parent_id) => change({ parent_id })}
              />
            </Field>
            {can(api.location.assign) ? (
              <Field label={t('location:import.branch')}>
                <RefPicker
                  to="branch"
                  value={wish.branch_id}
                  onChange={(branch_id) => change({ branch_id })}
                />
              </Field>
            ) : null}
          </div>
        )}
        {preview && !done ? (
          <PropertyMapping answer={preview} busy={upload.busy} onChange={(mapping) => change({ mapping })} />
        ) : null}
        {undone ? (
          <KeptLocations undone={undone} />
        ) : outcome ? (
          <ImportOutcome answer={outcome} isDone={done !== null} />
        ) : null}
      </div>
    </Dialog>
  );
};

type Wish = {
  readonly parent_id: number | null;
  readonly branch_id: number | null;
  /** Null: the server guesses the mapping. */
  readonly mapping: Mapping | null;
};

/** Sends the requests of the dialog: a preview of the file after every change, the import, and its undo. */
function usePlacesImport(kind: 'zone' | 'area', file: File) {
  const upload = useUpload();
  const [wish, setWish] = useState<Wish>({ parent_id: null, branch_id: null, mapping: null });
  const [preview, setPreview] = useState<Answer | null>(null);
  const [done, setDone] = useState<Answer | null>(null);
  const [undone, setUndone] = useState<Undone | null>(null);
  const send = (next: Wish, dry_run: boolean) =>
    upload.submit(api.location.importFile, { type: kind === 'zone' ? 2 : 0, ...next, dry_run }, { file });
  const look = async (next: Wish) => {
    // an area belongs to a city, which has to be chosen first
    if (kind === 'area' && next.parent_id === null) return;
    const answer = await send(next, true);
    if (answer) setPreview(answer);
  };
  const first = useEffectEvent(() => void look(wish));
  useEffect(() => first(), []);
  return {
    upload,
    wish,
    preview,
    done,
    undone,
    change: (part: Partial<Wish>) => {
      const next = { ...wish, ...part };
      setWish(next);
      void look(next);
    },
    apply: () => {
      void send(wish, false).then((answer) => answer && setDone(answer));
    },
    undo: () => {
      const id = done?.id ?? null;
      if (id === null) return;
      callApi(api.location.undoImport, { id })
        .then(({ results }) => {
          setUndone(results);
          invalidateNouns(api.location.undoImport.invalidates);
        })
        .catch((error: unknown) => {
          showCallFailure(error);
        });
    },
  };
}

/** Fields to choose the property of the file for each field of a place. */
const PropertyMapping = ({
  answer,
  busy,
  onChange,
}: {
  answer: Answer;
  busy: boolean;
  onChange: (mapping: Mapping) => void;
}) => {
  const { t } = useTranslation(['location', 'fields']);
  const options = [
    { value: NONE, label: t('location:import.nowhere') },
    ...answer.properties.map((property) => ({ value: property, label: <bdi>{property}</bdi> })),
  ];
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3 sm:grid-cols-3" disabled={busy}>
      <legend className="px-1 text-sm font-medium">{t('location:import.properties')}</legend>
      {LOCATION_IMPORT_FIELDS.map((field) => (
        <Field key={field} label={t(`fields:${field}`)}>
          <Select
            value={answer.mapping[field] ?? NONE}
            onChange={(value) => onChange({ ...answer.mapping, [field]: value === NONE ? null : value })}
            options={options}
          />
        </Field>
      ))}
    </fieldset>
  );
};

/** Shows the result of each feature, planned or done; the refused ones first. */
const ImportOutcome = ({ answer, isDone }: { answer: Answer; isDone: boolean }) => {
  const { t } = useTranslation('location');
  const { number } = useFormat();
  const rows = answer.rows
    .toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result) || a.feature - b.feature)
    .slice(0, PREVIEW_ROWS);
  return (
    <section className="grid gap-2" aria-label={t('import.results')}>
      <p role="status" className="flex flex-wrap gap-x-4 text-sm">
        {ORDER.filter((result) => answer[result] > 0).map((result) => (
          <span key={result}>
            {t(`import.result.${result}`)}: <bdi className="tabular">{number(answer[result])}</bdi>
          </span>
        ))}
        {answer.skipped > 0 ? (
          <span className="text-muted">
            {t('coordinates.skipped', { count: answer.skipped, shown: number(answer.skipped) })}
          </span>
        ) : null}
      </p>
      {isDone ? <Banner tone="success">{t('import.done')}</Banner> : null}
      <Table aria-label={t('import.results')} className="max-h-80 rounded-md border border-line">
        <THead>
          <Tr>
            <Th>{t('import.feature')}</Th>
            <Th>{t('import.result.title')}</Th>
            <Th>{t('size')}</Th>
          </Tr>
        </THead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.feature}>
              <Td>
                <bdi>{row.name || number(row.feature)}</bdi>
              </Td>
              <Td>
                <Badge variant={TONES[row.result]}>{t(`import.result.${row.result}`)}</Badge>
                {row.message ? (
                  <span className="mt-0.5 block text-sm text-danger-text">
                    <bdi>{row.message}</bdi>
                  </span>
                ) : null}
              </Td>
              <Td>
                {row.area_m2 === null ? null : (
                  <bdi className="tabular">
                    {t('km2', { size: number(row.area_m2 / 1e6, { maximumSignificantDigits: 3 }) })}
                  </bdi>
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
};

/** Shows how many places an undo changed, and which places it left, with the reason. */
const KeptLocations = ({ undone: { undone, kept } }: { undone: Undone }) => {
  const { t } = useTranslation('location');
  const { number } = useFormat();
  return (
    <div role="status" className="grid gap-2">
      <Banner tone={kept.length > 0 ? 'warning' : 'success'}>
        {t('import.undone', { count: undone, shown: number(undone) })}
      </Banner>
      <ul className="grid gap-1 text-sm">
        {kept.map(({ location_id, name, message }) => (
          <li key={location_id}>
            <bdi className="font-medium">{name}</bdi> <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
};
