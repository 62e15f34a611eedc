import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cost } from './judge.ts';

const FILE = fileURLToPath(new URL('./budgets.tsv', import.meta.url));
const COLUMNS = ['statements', 'trips', 'pages', 'rows', 'wal'] as const;

/** What a figure may exceed its budget by: ids, days and page splits move some of them a little. */
const SLACK: Readonly<Record<keyof Cost, { readonly share: number; readonly plus: number }>> = {
  statements: { share: 0, plus: 0 },
  // whether a statement is sent before the one beside it is answered is up to the machine
  trips: { share: 0, plus: 2 },
  pages: { share: 0.1, plus: 20 },
  rows: { share: 0.1, plus: 20 },
  wal: { share: 0.1, plus: 1_000 },
};

export type Budgets = ReadonlyMap<string, Cost>;

export function readBudgets(): Budgets {
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [call = '', ...figures] = line.split('\t');
      const cost = Object.fromEntries(COLUMNS.map((column, at) => [column, Number(figures[at])]));
      return [call, cost as Cost];
    }),
  );
}

/** The figures of a call that exceed its budget, in words. */
export const excessOf = (cost: Cost, budget: Cost): string[] =>
  COLUMNS.flatMap((column) => {
    const { share, plus } = SLACK[column];
    return cost[column] > budget[column] * (1 + share) + plus
      ? [`${column} ${cost[column]} instead of ${budget[column]}`]
      : [];
  });

/** Writes a line for each call; a figure only falls, unless `isForced`. */
export function writeBudgets(costs: ReadonlyMap<string, Cost>, isForced: boolean): void {
  const before = isForced ? new Map<string, Cost>() : readBudgets();
  const lines = [...costs].map(([call, cost]) => {
    const old = before.get(call);
    return [call, ...COLUMNS.map((column) => Math.min(cost[column], old?.[column] ?? cost[column]))].join(
      '\t',
    );
  });
  writeFileSync(FILE, `${['call', ...COLUMNS].join('\t')}\n${lines.sort().join('\n')}\n`);
}
