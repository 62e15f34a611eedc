import { useState } from 'react';
import { CallFailure } from '../../../lib/call.ts';
import { type BoxedScan, isTradeCode } from '../../../lib/scan-anywhere.ts';
import { toastFailure } from '../../../lib/toast.ts';
import type { Goods, Line } from './draft.ts';
import { goodsByBarcode } from './goods-finder.tsx';

/**
 * What a scan adds: one more of its line, or what carries the barcode; `unknown` is one that nothing carries. Digits in a
 * text box that nothing carries and that are no code of the trade were typed by a person, and stay.
 */
export function useScanned(lines: readonly Line[], onGoods: (goods: Goods) => void) {
  const [unknown, setUnknown] = useState<string | null>(null);
  const put = (goods: Goods) => {
    setUnknown(null);
    onGoods(goods);
  };
  const scanned = (barcode: string, boxed: BoxedScan | null = null) => {
    const take = (goods: Goods) => {
      boxed?.takeOut();
      put(goods);
    };
    const line = lines.find((one) => one.barcode === barcode && one.extras_ids.length === 0);
    if (line) return take(line);
    goodsByBarcode(barcode).then(
      (goods) => {
        if (goods) return take(goods);
        if (boxed && !isTradeCode(barcode)) return boxed.giveBack();
        boxed?.takeOut();
        setUnknown(barcode);
      },
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        boxed?.giveBack();
        toastFailure(error);
      },
    );
  };
  return { put, scanned, unknown, forget: () => setUnknown(null) };
}
