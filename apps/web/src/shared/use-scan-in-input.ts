import { type KeyboardEvent, useRef } from 'react';
import { type BoxScanResult, createBoxScanReader } from '../lib/scan-in-box.ts';

/**
 * Detects a scan into a quantity box and restores the box's previous text. Returns 'scan' when the press completed a
 * scan, and 'burst' for a key that a scanner typed.
 */
export function useScanInInput(onText: (text: string) => void, onScan: (barcode: string) => void) {
  const read = useRef(createBoxScanReader());
  return (event: KeyboardEvent<HTMLInputElement>): Exclude<BoxScanResult, object> | 'scan' => {
    const { key, shiftKey, timeStamp, currentTarget } = event;
    const press = { key, code: event.nativeEvent.code, shiftKey, at: timeStamp };
    const reading = read.current(press, currentTarget);
    if (reading === null || reading === 'burst') return reading;
    event.preventDefault();
    onText(reading.before);
    onScan(reading.code);
    return 'scan';
  };
}
