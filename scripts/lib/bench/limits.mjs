/**
 * The limit of each measured row: `now` is required today, `goal` is the target. A figure must be at most the limit, or
 * at least the limit for shares of a floor and rates.
 */
export const LIMITS = {
  R7: { unit: 'ms', now: 100, goal: 40 },
  'R7 at once': { unit: 'ms', now: 300, goal: 100 },
  'R7 tiles': { unit: 'ms', now: 150, goal: 150 },
  'R7 tiles at once': { unit: 'ms', now: 1_500, goal: 300 },
  R8: { unit: 'times', now: 2, goal: 1.3 },
  'R10 idle': { unit: 'MB', now: 150, goal: 110 },
  'R10 after load': { unit: 'MB', now: 300, goal: 220 },
  'R10 export': { unit: 'MB', now: 150, goal: 60 },
  'R11 npm start': { unit: 's', now: 5, goal: 2.5 },
  'R11 API': { unit: 's', now: 1.5, goal: 0.7 },
  'R12 first screen': { unit: 'kB', now: 200, goal: 150 },
  'R12 chunk': { unit: 'kB', now: 60, goal: 40 },
  'R12 list': { unit: 'ms', now: 500, goal: 250 },
  'R12 interaction': { unit: 'ms', now: 150, goal: 80 },
  R13: { unit: 'ms', now: 250, goal: 100 },
  R14: { unit: 'ms', now: 300, goal: 100 },
  prices: { unit: 'ms', now: 2_000, goal: 500 },
  availability: { unit: 'ms', now: 200, goal: 60 },
};

/** The headings of the rows that `judge` returns. */
export const JUDGED = ['what', 'measured', 'now', 'goal', 'met'];

/** Returns which limit a figure meets: `goal`, `now`, or `no` for neither. */
export function verdict(row, figure) {
  const { now, goal } = LIMITS[row];
  if (figure <= goal) return 'goal';
  return figure <= now ? 'now' : 'no';
}

/** Returns a row of a table with the headings JUDGED. */
export function judge(row, name, figure) {
  const { unit, now, goal } = LIMITS[row];
  const digits = unit === 's' || unit === 'times' ? 2 : figure < 10 ? 1 : 0;
  return [
    `${row.split(' ')[0]} ${name}`,
    `${figure.toFixed(digits)} ${unit}`,
    now,
    goal,
    verdict(row, figure),
  ];
}

/** Returns a sentence with the rows that miss even `now`. */
export function shortfall(rows) {
  const missed = rows.filter(([, , , , met]) => met === 'no').map(([name, figure]) => `${name} (${figure})`);
  return missed.length === 0
    ? 'Every row keeps its limit of now.'
    : `Not within the limit of now: ${missed.join(', ')}.`;
}
