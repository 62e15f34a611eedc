import { type KeyboardEvent, useRef } from 'react';
import { createScanDetector, type ScanKeyResult } from '../lib/scan.ts';

/** In a hurry a short number is a quantity; a scanned code is longer. */
const CODE_MIN = 6;

/**
 * Hears a scan that is typed into a box for a quantity: what it typed is taken out again. Answers what a press was to the
 * reader; 'scan' where that is all there was to it.
 */
export function useScanInInput(
  text: string,
  onText: (text: string) => void,
  onScan: (barcode: string) => void,
) {
  const read = useRef(createScanDetector());
  /** What stood here before the first sign of what may become a scan. */
  const before = useRef(text);
  return (event: KeyboardEvent<HTMLInputElement>): ScanKeyResult | 'scan' => {
    const { key, shiftKey, timeStamp } = event;
    const reading = read.current({ key, code: event.nativeEvent.code, shiftKey, at: timeStamp });
    if (reading === null && key.length === 1) before.current = text;
    if (reading === null || reading === 'burst' || reading.code.length < CODE_MIN) return reading;
    event.preventDefault();
    onText(before.current);
    onScan(reading.code);
    return 'scan';
  };
}
