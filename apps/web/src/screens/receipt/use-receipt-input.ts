import { RECEIPT_LINES_MAX } from 'virtual:facts';
import { type RefObject, useCallback, useState } from 'react';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { lookUpScan } from '../../lib/look-up-scan.ts';
import { runAfterTyping } from '../../lib/scan.ts';
import { type ScanInTextBox, settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { showCallFailure, showSuccessToast } from '../../lib/server/toast.ts';
import { useStore } from '../../lib/store.ts';
import { focusCell } from '../../shared/grid-keys.ts';
import { assignRows, getAssignKey } from './assign-rows.ts';
import { findByBarcode, type ItemWithLastCost, lookUpPastedLines } from './find-item.ts';
import { createLine, type ReceiptDraftLine } from './line.ts';
import type { LinesStore } from './lines.ts';
import type { PastedLine } from './paste.ts';
import type { ReceivingBranch } from './receiving-branch.tsx';
import type { UnmatchedRow } from './sheet-lines.ts';
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
function addUnmatchedScan(rows: readonly UnmatchedRow[], barcode: string): UnmatchedRow[] {
  const at = rows.findIndex((row) => row.barcode === barcode);
  if (at < 0) return [...rows, bareRow(barcode)];
  return rows.map((row, index) =>
    index === at ? { ...row, quantity: String(Number(row.quantity) + 1) } : row,
  );
}

/** Manages the rows that are no lines yet: they are looked up again, or get an item by hand. */
function useUnmatchedRows(lines: LinesStore, branch: ReceivingBranch['branch']) {
  const [unknown, changeUnknown] = useRowsLeftOut();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    const rows = unknown;
    setBusy(true);
    changeUnknown(() => []);
    try {
      const result = await lookUpPastedLines(rows, branch, () => undefined);
      lines.add(result.lines);
      changeUnknown((since) => [...result.unknown, ...since]);
    } catch (error) {
      changeUnknown(() => rows);
      showCallFailure(error);
    }
    setBusy(false);
  };
  return {
    unknown,
    addUnknown: (rows: readonly UnmatchedRow[]) => changeUnknown((before) => [...before, ...rows]),
    countUnknown: (barcode: string) => changeUnknown((rows) => addUnmatchedScan(rows, barcode)),
    dropUnknown: () => changeUnknown(() => []),
    busy,
    retry,
    assign: (row: UnmatchedRow, item: ItemWithLastCost) => {
      const { lines: assignedLines, rest } = assignRows(
        unknown,
        new Map([[getAssignKey(row), item]]),
        branch,
      );
      if (lines.all.get().length + assignedLines.length > RECEIPT_LINES_MAX) return;
      lines.add(assignedLines.map(({ line }) => line));
      changeUnknown(() => rest);
    },
  };
}

type ReceiptInputOptions = {
  readonly lines: LinesStore;
  readonly place: ReceivingBranch;
  readonly isAccepted: boolean;
  /** The table of the lines, whose cells get the focus. */
  readonly table: RefObject<HTMLTableElement | null>;
};

/** Takes what is scanned, searched or pasted into the lines of a receipt. */
export function useReceiptInput({ lines, place, isAccepted, table }: ReceiptInputOptions) {
  const { t } = useTranslation(['receipt', 'kit']);
  const unmatched = useUnmatchedRows(lines, place.branch);
  /** What the last scan did, for screen readers. */
  const [announcement, setAnnouncement] = useState('');
  const isEmpty = useStore(lines.keys).length === 0;

  /** Focuses a cell after its row is rendered. */
  const goTo = (index: number, cell = 'quantity') =>
    requestAnimationFrame(() => runAfterTyping(() => focusCell(table.current, index, cell)));
  const more = (index: number, title: string) => {
    lines.more(index);
    setAnnouncement(t('receipt:scanned', { title: isolateBidi(title) }));
    goTo(index);
  };
  const add = ({ facts, cost }: ItemWithLastCost) => {
    const length = lines.all.get().length;
    if (length >= RECEIPT_LINES_MAX) return;
    lines.add([createLine(facts, place.branch, { cost })]);
    setAnnouncement(t('receipt:scanned', { title: isolateBidi(facts.title) }));
    goTo(length);
  };
  useRequestedItem(isEmpty && !isAccepted, add);
  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => {
    const at = lines.indexOf(barcode);
    const line = lines.all.get()[at];
    if (isAccepted) {
      if (!settleScan(barcode, boxed, line !== undefined)) return;
      if (line) goTo(at);
      else setAnnouncement(t('receipt:not_here', { barcode: isolateBidi(barcode) }));
      return;
    }
    if (line) {
      boxed?.takeOut();
      return more(at, line.title);
    }
    void lookUpScan(barcode, boxed, {
      find: findByBarcode,
      onFound: (item) => {
        // two scans of a new item are looked up at the same time; the second answer adds to the line of the first
        const again = lines.all.get().findLastIndex((one) => one.item_id === item.facts.item_id);
        if (again >= 0) more(again, item.facts.title);
        else add(item);
      },
      onUnknown: unmatched.countUnknown,
    });
  };
  useScanAnywhere(scanned);

  /** Adds rows that became lines, and keeps those that did not. */
  const addListed = (newLines: readonly ReceiptDraftLine[], refused: readonly UnmatchedRow[]) => {
    const length = lines.all.get().length;
    lines.add(newLines);
    unmatched.addUnknown(refused);
    if (newLines.length > 0) goTo(length);
  };
  /** Looks up pasted rows. @returns false after a failure, so that the rows can be tried again */
  const addPasted = async (rows: readonly PastedLine[], onStep: (done: number) => void) => {
    try {
      const result = await lookUpPastedLines(rows, place.branch, onStep);
      addListed(result.lines, result.unknown);
      return true;
    } catch (error) {
      showCallFailure(error);
      return false;
    }
  };
  const remove = useCallback(
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
    [lines, table, t],
  );
  return {
    ...unmatched,
    add,
    addListed,
    addPasted,
    scanned,
    remove,
    said: announcement,
    /** Returns how many more lines the receipt can have. */
    getRoom: () => RECEIPT_LINES_MAX - lines.all.get().length,
  };
}
