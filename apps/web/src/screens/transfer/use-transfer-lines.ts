import type { RowLeftOut } from '@dukkan/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { lookUpScan } from '../../lib/look-up-scan.ts';
import { type ScanInTextBox, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { findItemByBarcode } from '../../shared/item-finder.tsx';
import { addUnknownScan } from '../../shared/rows-left-out.tsx';
import {
  addTransferItem,
  parseTransferQuantity,
  TRANSFER_LINES_MAX,
  type TransferDraftLine,
} from './draft.ts';
import { loadLowStock } from './low.ts';

/** An item and a quantity that the address suggests. */
export type SuggestedItem = { readonly item_id: number | null; readonly quantity: number };

type Item = Omit<TransferDraftLine, 'text'>;

/**
 * Manages the lines of a transfer: scanned, searched, filled in with what runs low, or suggested by a link.
 * @param onChange called before the lines change
 */
export function useTransferLines(from: number | null, suggested: SuggestedItem, onChange: () => void) {
  const [lines, setLines] = useState<readonly TransferDraftLine[]>([]);
  const [leftOut, setLeftOut] = useState<readonly RowLeftOut[]>([]);
  const [filling, setFilling] = useState(false);
  /** The number of items that run low, after they were filled in. */
  const [filled, setFilled] = useState<number | null>(null);
  const put = (item: Item, quantity?: number) => {
    onChange();
    setLines((now) => (now.length >= TRANSFER_LINES_MAX ? now : addTransferItem(now, item, quantity)));
  };

  const { item_id: named, quantity: wish } = suggested;
  const start = useEffectEvent((item: Item) => {
    if (lines.length === 0) put(item, wish);
  });
  useEffect(() => {
    if (named === null || from === null) return;
    let here = true;
    callApi(api.stock.explain, { item_id: named, branch_id: from }, { branchId: null }).then(
      ({ results }) => here && start(results),
      (error: unknown) => showCallFailure(error),
    );
    return () => {
      here = false;
    };
  }, [named, from]);

  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => {
    const line = lines.find((one) => one.barcode === barcode);
    if (line) {
      boxed?.takeOut();
      return put(line);
    }
    void lookUpScan(barcode, boxed, {
      find: findItemByBarcode,
      onFound: put,
      onUnknown: () => setLeftOut((now) => addUnknownScan(now, barcode)),
    });
  };
  useScanAnywhere(scanned);

  const fill = async (to: number) => {
    if (from === null) return;
    setFilling(true);
    try {
      const lowStock = await loadLowStock(from, to);
      setLines((now) => {
        const there = new Set(now.map(({ item_id }) => item_id));
        const more = lowStock.filter(({ item }) => !there.has(item.item_id));
        const fresh = more.map(({ item, quantity }) => ({ ...item, text: formatTypedNumber(quantity) }));
        return [...now, ...fresh].slice(0, TRANSFER_LINES_MAX);
      });
      setFilled(lowStock.length);
    } catch (error) {
      showCallFailure(error);
    }
    setFilling(false);
  };
  return {
    lines,
    /** The lines that the user entered: what the link suggested is suggested again. */
    typed: lines.filter(({ item_id, text }) => item_id !== named || parseTransferQuantity(text) !== wish),
    put,
    scanned,
    setText: (item_id: number, text: string) => {
      onChange();
      setLines((now) => now.map((one) => (one.item_id === item_id ? { ...one, text } : one)));
    },
    remove: (line: TransferDraftLine) => setLines(lines.filter((one) => one !== line)),
    /** The scans of barcodes that no item has. */
    leftOut,
    dropLeftOut: () => setLeftOut([]),
    filling,
    fill,
    foundNothingLow: filled === 0,
    dismissFilled: () => setFilled(null),
  };
}

export type TransferLines = ReturnType<typeof useTransferLines>;
