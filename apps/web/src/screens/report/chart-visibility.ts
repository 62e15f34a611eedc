import { useState } from 'react';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { readStored, writeStored } from '../../lib/store.ts';

const KEY = 'dukkan.report-chart';

/**
 * Returns whether the chart is open, and a setter; the choice is stored on this device, and on a narrow screen the
 * chart starts closed.
 */
export function useChartVisibility(): [boolean, (isShown: boolean) => void] {
  const isNarrow = useIsPhoneWidth();
  const [chosen, setChosen] = useState(() => readStored('local', KEY));
  const show = (isShown: boolean) => {
    writeStored('local', KEY, isShown ? '1' : '0');
    setChosen(isShown ? '1' : '0');
  };
  return [chosen === null ? !isNarrow : chosen === '1', show];
}
