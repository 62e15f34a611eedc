// All promises by id, and the reasons why some have no test in `npm run promises`. The run fails with exit code 1 for
// an id with neither a test named after it nor a reason, and for a reason whose id has a test.

const upTo = (letter, last) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);

/**
 * All ids in order: P the 25, C concurrency, F faults, Z rights, S sessions, I input, X files, R resources, T time, O
 * operation.
 */
export const PROMISES = [
  ...upTo('P', 25),
  ...upTo('C', 15),
  ...upTo('F', 16),
  ...upTo('Z', 15),
  ...upTo('S', 15),
  ...upTo('I', 16),
  ...upTo('X', 11),
  ...upTo('R', 8),
  ...upTo('T', 9),
  ...upTo('O', 11),
];

/** Measured facts on which promises rely; tests may name them but need not. */
export const FACTS = upTo('M', 31);

/** Tested in a browser, by tests of apps/web/e2e with the id in their name: `npm test e2e` runs them. */
export const IN_BROWSER = ['O10'];

/** Ids without a test of their own, with the reasons. */
export const EXCUSED = {
  F11: 'an hour of mixed requests is no test but a measurement: the bench watches memory over its run',
  F12: 'no backup command is built; the database is restored as any PostgreSQL is',
  F16: 'ten times the load is no test but a measurement: the bench drives the shop beyond what it can do',
  Z14: 'the reports are not built',
  R4: 'the reports are not built',
  O6: '`npm run check` refuses a lockfile that names a host; scripts of packages run by a list only (pnpm-workspace.yaml)',
  O11: 'no mutation run is built',
};
