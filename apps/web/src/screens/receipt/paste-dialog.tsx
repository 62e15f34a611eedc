import { IMPORT_MAX_BYTES } from 'virtual:facts';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type PastedTable, parsePastedTable } from '../../shared/pasted-table.ts';
import { Banner, Button, Checkbox, Dialog, Field, FileDrop, Textarea } from '../../ui/index.ts';
import { getCellLabel } from './line-row.tsx';
import {
  type ColumnName,
  guessPastedColumns,
  PASTE_COLUMNS,
  type PastedColumns,
  type PastedLine,
  readPastedLines,
} from './paste.ts';
import { SampleCell } from './sheet-columns.tsx';

const PREVIEW_ROWS = 5;
const FILE_KB = IMPORT_MAX_BYTES / 1024;
const FILES = '.xlsx,.csv,.txt,.tsv';

export type PasteDialogProps = {
  /** Text that was already pasted; '' shows a box to paste into. */
  text: string;
  /** The number of lines that can still be added to the receipt. */
  room: number;
  /** Looks the rows up and adds them; `onStep` receives the number of barcodes that are done. */
  onAdd: (rows: readonly PastedLine[], onStep: (done: number) => void) => Promise<void>;
  /** Called with a supplier's file, which the server reads. */
  onFile: (file: File) => void;
  onClose: () => void;
};

/** Adds lines from a spreadsheet: paste, check the recognized columns, add; or from a supplier's file. */
export const PasteDialog = ({ text: initialText, room, onAdd, onFile, onClose }: PasteDialogProps) => {
  const { t } = useTranslation(['receipt', 'kit', 'fields']);
  const { number } = useFormat();
  const [text, setText] = useState(initialText);
  const [chosen, setChosen] = useState<PastedColumns | null>(null);
  const [refused, setRefused] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const table = parsePastedTable(text);
  const guess = chosen ?? guessPastedColumns(table);
  const all = readPastedLines(table, guess);
  const rows = all.slice(0, room);
  const read = (next: string) => {
    setText(next);
    setChosen(null);
    setRefused(false);
  };
  const add = async () => {
    setDone(0);
    await onAdd(rows, setDone);
    setDone(null);
  };
  const isEmpty = table.rows.length === 0;
  const needsCode = !isEmpty && !guess.mapping.includes('barcode');
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title={t('receipt:paste.title')}
      description={t('receipt:paste.text')}
      closeLabel={t('kit:close')}
      footer={
        <>
          {done === null ? null : (
            <span role="status" className="me-auto text-muted">
              {t('receipt:paste.looking', { done: number(done), all: number(rows.length) })}
            </span>
          )}
          {isEmpty ? null : <Button onClick={() => read('')}>{t('receipt:paste.again')}</Button>}
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            disabled={rows.length === 0}
            loading={done !== null}
            onClick={() => void add()}
          >
            {t('receipt:paste.add', { count: rows.length, shown: number(rows.length) })}
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <div className="grid gap-4">
          <Field label={t('receipt:paste.cells')} hint={t('receipt:paste.hint')}>
            <Textarea dir="ltr" rows={6} value={text} onChange={(event) => read(event.target.value)} />
          </Field>
          <FileDrop
            accept={FILES}
            maxKb={FILE_KB}
            label={t('receipt:paste.file')}
            hint={t('receipt:paste.file_hint')}
            onFile={onFile}
            onRefuse={() => setRefused(true)}
          />
          {refused ? <Banner tone="warning">{t('receipt:paste.file_refused')}</Banner> : null}
        </div>
      ) : (
        <div className="grid gap-3">
          {needsCode ? <Banner tone="warning">{t('receipt:paste.no_barcode')}</Banner> : null}
          {all.length > room ? (
            <Banner tone="warning">{t('receipt:paste.too_many', { room: number(room) })}</Banner>
          ) : null}
          <Checkbox
            checked={guess.hasHeader}
            onChange={(hasHeader) => setChosen({ ...guess, hasHeader })}
            label={t('receipt:paste.has_header')}
          />
          <PastePreview table={table} guess={guess} onGuess={setChosen} />
        </div>
      )}
    </Dialog>
  );
};

type PreviewProps = { table: PastedTable; guess: PastedColumns; onGuess: (guess: PastedColumns) => void };

/** The first rows of the table; each column has its recognized field as the heading. */
const PastePreview = ({ table, guess, onGuess }: PreviewProps) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const label = (name: ColumnName) => (name === 'barcode' ? t('fields:barcode') : t(getCellLabel(name)));
  const choose = (at: number, name: ColumnName | null) =>
    onGuess({
      ...guess,
      // a field belongs to one column only, so it is removed from the previous one
      mapping: guess.mapping.map((was, column) => (column === at ? name : was === name ? null : was)),
    });
  const body = guess.hasHeader ? table.rows.slice(1) : table.rows;
  return (
    <section
      aria-label={t('receipt:paste.preview')}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full text-sm">
        <thead className="bg-sunken">
          <tr>
            {guess.mapping.map((name, at) => (
              <th key={`column-${at.toString()}`} scope="col" className="p-1.5 text-start font-normal">
                <select
                  aria-label={t('receipt:paste.column', { number: at + 1 })}
                  value={name ?? ''}
                  onChange={(event) => choose(at, (event.target.value || null) as ColumnName | null)}
                  className="control h-control-sm w-full min-w-28 rounded-md border border-line-strong bg-surface px-1.5"
                >
                  <option value="">{t('receipt:paste.left')}</option>
                  {PASTE_COLUMNS.map((one) => (
                    <option key={one} value={one}>
                      {label(one)}
                    </option>
                  ))}
                </select>
                {guess.hasHeader ? (
                  <bdi className="mt-1 block truncate px-1 text-subtle">{table.rows[0]?.[at]}</bdi>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.slice(0, PREVIEW_ROWS).map((row, at) => (
            <tr key={`row-${at.toString()}`} className="border-t border-line">
              {row.map((cell, column) => (
                <SampleCell key={`cell-${column.toString()}`} text={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
