import type { ParsedRow } from '../file/parsed-row.ts';
import type { ImportRecord, ImportRowError, ReasonSum } from '../import.view.ts';

/** What became of a row, whatever it is about. */
export type Outcome = {
  readonly read: ParsedRow;
  readonly result: string;
  readonly reasons: readonly ImportRowError[];
  readonly notices: readonly ImportRowError[];
};

/** How many rows became this. */
export const countResults = (outcomes: readonly Outcome[], result: string): number =>
  outcomes.filter((one) => one.result === result).length;

/** Why rows are refused, and what is left out of others, counted by reason; each with the first row as its example. */
function addReasonSums(row: ImportRecord, outcomes: readonly Outcome[]): ReasonSum[] {
  const sums = new Map(
    (row.sums as unknown as readonly ReasonSum[]).map((sum) => [
      `${sum.refused} ${sum.code} ${sum.field}`,
      sum,
    ]),
  );
  for (const { read, reasons, notices } of outcomes)
    for (const [list, refused] of [[reasons.slice(0, 1), true] as const, [notices, false] as const])
      for (const { code, field, column, params } of list) {
        const key = `${refused} ${code} ${field}`;
        const sum = sums.get(key);
        if (sum) sums.set(key, { ...sum, count: sum.count + 1 });
        else if (sums.size < REASONS_MAX)
          sums.set(key, { refused, code, field, column, params, row: read.row, count: 1 });
      }
  return [...sums.values()];
}

/** Different reasons that an import sums up. */
const REASONS_MAX = 100;

/** An import's counts after a batch, those that every kind of import has. */
export const countOutcomes = (row: ImportRecord, outcomes: readonly Outcome[]) => ({
  done_rows: row.done_rows + outcomes.length,
  checkpoint: outcomes.at(-1)?.read.row ?? row.checkpoint,
  created: row.created + countResults(outcomes, 'created'),
  updated: row.updated + countResults(outcomes, 'updated'),
  unchanged: row.unchanged + countResults(outcomes, 'unchanged'),
  refused: row.refused + countResults(outcomes, 'refused'),
  sums: addReasonSums(row, outcomes) as unknown as object[],
  attempts: 0,
  version: row.version + 1,
});
