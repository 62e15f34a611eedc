import { readJsonColumn } from '../../../core/list/localized-columns.ts';
import type { ParsedRow } from '../file/parsed-row.ts';
import type { ImportRecord, ImportRowError, ReasonSum } from '../import.view.ts';

/** The result of a row of any kind. */
export type ImportRowOutcome = {
  readonly read: ParsedRow;
  readonly result: string;
  readonly reasons: readonly ImportRowError[];
  readonly notices: readonly ImportRowError[];
};

/** Counts the rows with this result. */
export const countResults = (outcomes: readonly ImportRowOutcome[], result: string): number =>
  outcomes.filter((one) => one.result === result).length;

/** Adds the errors and notices of a batch to the import's counts by reason, each with its first row as the example. */
function addReasonSums(row: ImportRecord, outcomes: readonly ImportRowOutcome[]): ReasonSum[] {
  const sums = new Map(
    readJsonColumn<readonly ReasonSum[]>(row.sums).map((sum) => [
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

/** The most different reasons that an import counts. */
const REASONS_MAX = 100;

/** The counts after a batch that all kinds of imports have. */
export const countOutcomes = (row: ImportRecord, outcomes: readonly ImportRowOutcome[]) => ({
  done_rows: row.done_rows + outcomes.length,
  checkpoint: outcomes.at(-1)?.read.row ?? row.checkpoint,
  created: row.created + countResults(outcomes, 'created'),
  updated: row.updated + countResults(outcomes, 'updated'),
  unchanged: row.unchanged + countResults(outcomes, 'unchanged'),
  refused: row.refused + countResults(outcomes, 'refused'),
  sums: addReasonSums(row, outcomes) as object[],
  attempts: 0,
  version: row.version + 1,
});
