import { useState } from 'react';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { readStored, writeStored } from '../../lib/store.ts';

const KEY = 'dukkan.report-chart';

/** Whether the chart stands there, remembered on this device; folded at first where there is little room. */
export function useChartVisibility(): [boolean, (isShown: boolean) => void] {
  const isNarrow = useIsPhoneWidth();
  const [chosen, setChosen] = useState(() => readStored('local', KEY));
  const show = (isShown: boolean) => {
    writeStored('local', KEY, isShown ? '1' : '0');
    setChosen(isShown ? '1' : '0');
  };
  return [chosen === null ? !isNarrow : chosen === '1', show];
}
