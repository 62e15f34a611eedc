import { useState } from 'react';
import { type ScanInTextBox, settleScan } from '../../../lib/scan-anywhere.ts';
import { CallFailure } from '../../../lib/server/call.ts';
import { showFailureToast } from '../../../lib/server/toast.ts';
import { SCAN_MESSAGE_MS, useClearAfterDelay } from '../../../lib/use-clear-after-delay.ts';
import type { DraftLine, SellableItem } from './draft.ts';
import { findGoodsByBarcode } from './goods-finder.tsx';

/**
 * Handles scans: adds one unit to the barcode's line, or a new line; `unknown` is a barcode without an item. Unknown
 * digits in a text box that are no retail barcode were typed by a person, and stay there.
 */
export function useScannedGoods(lines: readonly DraftLine[], onGoods: (goods: SellableItem) => void) {
  const [unknown, setUnknown] = useState<string | null>(null);
  useClearAfterDelay(unknown, () => setUnknown(null), SCAN_MESSAGE_MS);
  const put = (goods: SellableItem) => {
    setUnknown(null);
    onGoods(goods);
  };
  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => {
    const take = (goods: SellableItem) => {
      boxed?.takeOut();
      put(goods);
    };
    const line = lines.find((one) => one.barcode === barcode && one.extras_ids.length === 0);
    if (line) return take(line);
    findGoodsByBarcode(barcode).then(
      (goods) => {
        if (goods) return take(goods);
        if (settleScan(barcode, boxed, false)) setUnknown(barcode);
      },
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        boxed?.giveBack();
        showFailureToast(error);
      },
    );
  };
  return { put, scanned, unknown, forget: () => setUnknown(null) };
}
