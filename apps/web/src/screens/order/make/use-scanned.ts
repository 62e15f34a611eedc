import { useState } from 'react';
import { CallFailure } from '../../../lib/call.ts';
import { toastFailure } from '../../../lib/toast.ts';
import type { Goods, Line } from './draft.ts';
import { goodsByBarcode } from './goods-finder.tsx';

/** What a scan adds: one more of its line, or what carries the barcode; `unknown` is one that nothing carries. */
export function useScanned(lines: readonly Line[], onGoods: (goods: Goods) => void) {
  const [unknown, setUnknown] = useState<string | null>(null);
  const put = (goods: Goods) => {
    setUnknown(null);
    onGoods(goods);
  };
  const scanned = (barcode: string) => {
    const line = lines.find((one) => one.barcode === barcode && one.extras_ids.length === 0);
    if (line) return put(line);
    goodsByBarcode(barcode).then(
      (goods) => (goods ? put(goods) : setUnknown(barcode)),
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        toastFailure(error);
      },
    );
  };
  return { put, scanned, unknown, forget: () => setUnknown(null) };
}
