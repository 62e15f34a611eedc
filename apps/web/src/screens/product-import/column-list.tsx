import type { ImportField } from '@dukkan/contract';
import { useState } from 'react';
import { Bdi, isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Badge, cx, Select } from '../../ui/index.ts';
import type { Import } from './import.ts';
import { listImportFields } from './mapping.ts';
import type { useImportSetupDraft } from './use-columns-draft.ts';

const NONE = '';
const SAMPLES = 3;

type ColumnListProps = { row: Import; draft: ReturnType<typeof useImportSetupDraft> };

/** Lists the columns of the file with their fields; used and suggested ones first. */
export const ColumnList = ({ row, draft }: ColumnListProps) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const fields = listImportFields(row.kind);
  // columns with a known field come first; the order stays while the user edits
  const [first] = useState(() => new Set([...Object.keys(draft.chosen), ...Object.keys(draft.guess)]));
  const columns = [
    ...row.columns.filter(({ key }) => first.has(key)),
    ...row.columns.filter(({ key }) => !first.has(key)),
  ];
  const columnOf = new Map(Object.entries(draft.chosen).map(([key, field]) => [field, key]));
  return (
    <div>
      <div
        aria-hidden="true"
        className={cx(grid, 'border-b border-line pb-1 text-sm text-muted max-sm:hidden')}
      >
        <span>{t('columns.in_file')}</span>
        <span>{t('columns.samples')}</span>
        <span>{t('columns.field')}</span>
      </div>
      <ul className="divide-y divide-line">
        {columns.map((column) => {
          const { key, header, samples } = column;
          const field = draft.chosen[key];
          const name = header?.trim() || t('columns.nameless');
          const guessed = draft.origin === 'guessed' && field !== undefined && draft.guess[key] === field;
          return (
            <li key={key} className={cx(grid, 'py-2.5')}>
              <p className="flex min-w-0 items-baseline gap-2 [overflow-wrap:anywhere]">
                <Bdi
                  dir="ltr"
                  className="shrink-0 rounded-sm bg-sunken px-1.5 py-0.5 text-xs text-muted tabular"
                >
                  {key}
                </Bdi>
                <bdi className={cx(header ? 'font-medium' : 'text-subtle')}>{name}</bdi>
              </p>
              <ul
                aria-label={t('columns.samples')}
                className="flex min-w-0 flex-col items-start text-sm text-muted"
              >
                {[...new Set(samples)].slice(0, SAMPLES).map((sample) => (
                  <li key={sample} className="max-w-full">
                    {/* isolated direction, so that a long text is truncated at its end */}
                    <bdi className="block truncate">{sample}</bdi>
                  </li>
                ))}
                {samples.length === 0 ? <li className="text-subtle">{t('columns.empty')}</li> : null}
              </ul>
              <div className="flex min-w-0 items-center gap-2">
                <Select<ImportField | typeof NONE>
                  className="min-w-0 flex-1"
                  aria-label={t('columns.select', { column: key, name: isolateBidi(name) })}
                  value={field ?? NONE}
                  disabled={draft.busy}
                  onChange={(next) => draft.choose(key, next === NONE ? null : next)}
                  options={[
                    { value: NONE, label: <span className="text-subtle">{t('columns.unused')}</span> },
                    ...fields.map((one) => {
                      const other = columnOf.get(one);
                      const elsewhere = other !== undefined && other !== key;
                      return {
                        value: one,
                        label: (
                          <>
                            {t(`fields:${one}`)}
                            {(one === 'barcode' && row.kind === 'price') || one === 'phone'
                              ? ` ${t('columns.required')}`
                              : ''}
                            {elsewhere ? (
                              <span className="text-subtle">
                                {' '}
                                {t('columns.elsewhere', { column: isolateBidi(other) })}
                              </span>
                            ) : null}
                          </>
                        ),
                      };
                    }),
                  ]}
                />
                {guessed ? <Badge variant="info">{t('columns.guessed')}</Badge> : null}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

const grid = 'grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)]';
