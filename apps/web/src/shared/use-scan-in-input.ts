import { type KeyboardEvent, useRef } from 'react';
import { createScanDetector, type ScanKeyResult } from '../lib/scan.ts';

/** A short and quickly typed number is a quantity; a scanned code is longer. */
const CODE_MIN = 6;

/**
 * Detects a scan into a quantity box and restores the box's previous text. Returns the scan detector's result for the
 * key press, or 'scan' when the press completed a scan.
 */
export function useScanInInput(
  text: string,
  onText: (text: string) => void,
  onScan: (barcode: string) => void,
) {
  const read = useRef(createScanDetector());
  /** The text before the first character that may belong to a scan. */
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
