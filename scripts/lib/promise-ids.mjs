// Every promise by its id, and why one has no test that `npm run promises` runs. An id that neither has a test with the
// id in its name nor stands here ends the run with exit code 1, and so does one that stands here although it has one.

const upTo = (letter, last) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);

/** All ids, in their order: P the 25, C concurrency, F faults, Z rights, S sessions, I input, X files, R resources, T time, O operation. */
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

/** Measured facts that a promise rests on; a test may name one, none has to. */
export const FACTS = upTo('M', 31);

/** Shown in a browser, by tests of apps/web/e2e that carry the id: `npm test e2e` runs them. */
export const IN_BROWSER = ['O10'];

/** Not shown, or not by a test of its own. */
export const EXCUSED = {
  F11: 'an hour of mixed requests is no test but a measurement: the bench watches memory over its run',
  F12: 'no backup command is built; the database is restored as any PostgreSQL is',
  F16: 'ten times the load is no test but a measurement: the bench drives the shop beyond what it can do',
  Z14: 'the reports are not built',
  R4: 'the reports are not built',
  O6: '`npm run check` refuses a lockfile that names a host; scripts of packages run by a list only (pnpm-workspace.yaml)',
  O11: 'no mutation run is built',
};
