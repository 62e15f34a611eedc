import { RECEIPT_LINES_MAX } from 'virtual:facts';
import { ClipboardPaste, ScanBarcode } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { runAfterTyping } from '../../lib/scan.ts';
import { type ScanInTextBox, settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useStore } from '../../lib/store.ts';
import { focusCell } from '../../shared/grid-keys.ts';
import { isPastedTable } from '../../shared/pasted-table.ts';
import { Button, Card, EmptyState } from '../../ui/index.ts';
import { assignRows, getAssignKey } from './assign-rows.ts';
import { Sums } from './draft-totals.tsx';
import { findByBarcode, type ItemWithLastCost, lookUpPastedLines } from './find-item.ts';
import { Grid } from './grid.tsx';
import { AddBox } from './item-search.tsx';
import { createLine, type Line } from './line.ts';
import type { LinesStore } from './lines.ts';
import type { PastedLine } from './paste.ts';
import { PasteDialog } from './paste-dialog.tsx';
import type { ReceivingBranch } from './receiving-branch.tsx';
import type { UnmatchedRow } from './sheet-lines.ts';
import { SupplierList } from './supplier-sheet.tsx';
import { Unknown } from './unmatched-rows.tsx';
import { useRowsLeftOut } from './use-left-out.ts';
import { useRequestedItem } from './use-requested-item.ts';

const UNDO_MS = 10_000;

const bareRow = (barcode: string): PastedLine => ({
  barcode,
  quantity: '1',
  before: '',
  off: '',
  cost: '',
  expire: '',
});

/** Adds a scan of an unknown barcode; a barcode scanned before gets a higher quantity instead. */
function counted(rows: readonly UnmatchedRow[], barcode: string): UnmatchedRow[] {
  const at = rows.findIndex((row) => row.barcode === barcode);
  if (at < 0) return [...rows, bareRow(barcode)];
  return rows.map((row, index) =>
    index === at ? { ...row, quantity: String(Number(row.quantity) + 1) } : row,
  );
}

type LinesCardProps = { lines: LinesStore; place: ReceivingBranch; isAccepted: boolean };

/** The lines of a receipt, added by scanner, search or paste. */
export const LinesCard = ({ lines, place, isAccepted }: LinesCardProps) => {
  const { t } = useTranslation(['receipt', 'kit']);
  const table = useRef<HTMLTableElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [unknown, changeUnknown] = useRowsLeftOut();
  const [pasting, setPasting] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { getValues } = useFormContext();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const isEmpty = useStore(lines.keys).length === 0;

  /** Focuses a cell after its row is rendered. */
  const goTo = (index: number, cell = 'quantity') =>
    requestAnimationFrame(() => runAfterTyping(() => focusCell(table.current, index, cell)));
  const refused = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    showFailureToast(error);
  };
  const more = (index: number, title: string) => {
    lines.more(index);
    setSaid(t('receipt:scanned', { title: isolateBidi(title) }));
    goTo(index);
  };
  const add = ({ facts, cost }: ItemWithLastCost) => {
    const length = lines.all.get().length;
    if (length >= RECEIPT_LINES_MAX) return;
    lines.add([createLine(facts, place.branch, { cost })]);
    setSaid(t('receipt:scanned', { title: isolateBidi(facts.title) }));
    goTo(length);
  };
  useRequestedItem(isEmpty && !isAccepted, add);
  const onScan = async (barcode: string, boxed: ScanInTextBox | null) => {
    const at = lines.indexOf(barcode);
    const standing = lines.all.get()[at];
    if (isAccepted) {
      if (!settleScan(barcode, boxed, standing !== undefined)) return;
      if (standing) goTo(at);
      else setSaid(t('receipt:not_here', { barcode: isolateBidi(barcode) }));
      return;
    }
    if (standing) {
      boxed?.takeOut();
      return more(at, standing.title);
    }
    try {
      const found = await findByBarcode(barcode);
      if (!settleScan(barcode, boxed, found !== null)) return;
      if (!found) {
        changeUnknown((rows) => counted(rows, barcode));
        return;
      }
      // two scans of a new item are looked up at the same time; the second answer adds to the line of the first
      const again = lines.all.get().findLastIndex((line) => line.item_id === found.facts.item_id);
      if (again >= 0) more(again, found.facts.title);
      else add(found);
    } catch (error) {
      settleScan(barcode, boxed, false);
      refused(error);
    }
  };
  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => void onScan(barcode, boxed);
  useScanAnywhere(scanned);

  const addPasted = async (rows: readonly PastedLine[], onStep: (done: number) => void) => {
    try {
      const result = await lookUpPastedLines(rows, place.branch, onStep);
      const length = lines.all.get().length;
      lines.add(result.lines);
      changeUnknown((before) => [...before, ...result.unknown]);
      setPasting(null);
      if (result.lines.length > 0) goTo(length);
    } catch (error) {
      refused(error);
    }
  };
  const addListed = (listed: readonly Line[], refused: readonly UnmatchedRow[]) => {
    const length = lines.all.get().length;
    lines.add(listed);
    changeUnknown((before) => [...before, ...refused]);
    setFile(null);
    if (listed.length > 0) goTo(length);
  };
  const assign = (row: UnmatchedRow, item: ItemWithLastCost) => {
    const { lines: made, rest } = assignRows(unknown, new Map([[getAssignKey(row), item]]), place.branch);
    if (lines.all.get().length + made.length > RECEIPT_LINES_MAX) return;
    lines.add(made.map(({ line }) => line));
    changeUnknown(() => rest);
  };
  const retry = async () => {
    const rows = unknown;
    setBusy(true);
    changeUnknown(() => []);
    try {
      const result = await lookUpPastedLines(rows, place.branch, () => undefined);
      lines.add(result.lines);
      changeUnknown((since) => [...result.unknown, ...since]);
    } catch (error) {
      changeUnknown(() => rows);
      refused(error);
    }
    setBusy(false);
  };

  const onRemove = useCallback(
    (index: number) => {
      const line = lines.all.get()[index];
      if (!line) return;
      lines.remove(index);
      const left = lines.all.get().length;
      if (left > 0)
        requestAnimationFrame(() => focusCell(table.current, Math.min(index, left - 1), 'quantity'));
      showSuccessToast(t('receipt:removed_line', { title: isolateBidi(line.title) }), {
        duration: UNDO_MS,
        action: { label: t('kit:undo.undo'), onClick: () => lines.putBack(index, line) },
      });
    },
    [lines, t],
  );

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const inText = event.target instanceof HTMLTextAreaElement;
    if (isAccepted || inText || pasting !== null || file !== null || !isPastedTable(text)) return;
    event.preventDefault();
    setPasting(text);
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', hear);
    return () => window.removeEventListener('paste', hear);
  }, []);

  return (
    <Card aria-label={t('receipt:lines')}>
      {isAccepted ? null : (
        <div className="flex flex-wrap items-center gap-2 p-3">
          <AddBox ref={box} onFound={add} />
          <Button icon={<ClipboardPaste />} onClick={() => setPasting('')}>
            {t('receipt:paste.title')}
          </Button>
          <span className="inline-flex items-center gap-1.5 text-sm text-subtle">
            <ScanBarcode aria-hidden="true" className="size-4" />
            {t('receipt:scan_hint')}
          </span>
        </div>
      )}
      {unknown.length > 0 ? (
        <div className="px-3 pb-3">
          <Unknown
            rows={unknown}
            busy={busy}
            onRetry={() => void retry()}
            onDrop={() => changeUnknown(() => [])}
            onAssign={assign}
          />
        </div>
      ) : null}
      {isEmpty ? (
        <EmptyState icon={<ScanBarcode />} title={t('receipt:no_lines')} text={t('receipt:no_lines_text')} />
      ) : (
        <>
          <Grid
            ref={table}
            lines={lines}
            branches={place.choices}
            isAccepted={isAccepted}
            onScan={scanned}
            onRemove={onRemove}
            onEnd={() => box.current?.querySelector('input')?.focus()}
          />
          <Sums lines={lines} />
        </>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {pasting === null ? null : (
        <PasteDialog
          text={pasting}
          room={RECEIPT_LINES_MAX - lines.all.get().length}
          onAdd={addPasted}
          onFile={(next) => {
            setPasting(null);
            setFile(next);
          }}
          onClose={() => setPasting(null)}
        />
      )}
      {file === null ? null : (
        <SupplierList
          file={file}
          supplier_id={getValues('supplier_id') ?? null}
          branch_id={place.branch}
          room={RECEIPT_LINES_MAX - lines.all.get().length}
          onAdd={addListed}
          onOther={() => {
            setFile(null);
            setPasting('');
          }}
          onClose={() => setFile(null)}
        />
      )}
    </Card>
  );
};
