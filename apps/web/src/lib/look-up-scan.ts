import { type ScanInTextBox, settleScan } from './scan-anywhere.ts';
import { showCallFailure } from './server/toast.ts';

export type ScanLookup<Match> = {
  /** Returns what has the code; null for nothing. */
  readonly find: (code: string) => Promise<Match | null>;
  readonly onFound: (match: Match) => void;
  /** Called for a scan that nothing has; digits that a person may have typed stay in their box and are none. */
  readonly onUnknown: (code: string) => void;
};

/** Looks up a scanned code, takes it out of the boxes that it was typed into, and reports what has it. */
export async function lookUpScan<Match>(
  code: string,
  boxed: ScanInTextBox | null,
  { find, onFound, onUnknown }: ScanLookup<Match>,
): Promise<void> {
  try {
    const match = await find(code);
    if (!settleScan(code, boxed, match !== null)) return;
    if (match === null) onUnknown(code);
    else onFound(match);
  } catch (error) {
    settleScan(code, boxed, false);
    showCallFailure(error);
  }
}
