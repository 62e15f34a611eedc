import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playDay } from './model-day-fixture.ts';
import type { Mutant } from './model-server-fixture.ts';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const DAYS = Number(process.env.TILL_DAYS ?? (process.env.PROMISES === 'full' ? 20_000 : 500));

test(`C6 in ${DAYS} random days of loss, kills and moved clocks no sale is lost, none is booked twice and no number is missing`, {
  timeout: 900_000,
}, () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const day = playDay(seed);
      expect(day.faults).toEqual([]);
      for (const [what, times] of day.counts) counts.set(what, (counts.get(what) ?? 0) + times);
    }),
    { numRuns: DAYS },
  );
  // the days reach what they are for
  expect([...counts.keys()]).toEqual(
    expect.arrayContaining([
      ...['in_step', 'sending', 'alone', 'stopped', 'refused', 'returned', 'kept', 'copy', 'write failed'],
      ...['offer on nothing', 'offer on sold', 'offer on void', 'sold on nothing', 'sold on sold'],
      ...['void on nothing', 'void on sold', 'void on void', 'resolved as paid', 'resolved as not paid'],
      ...['killed ready', 'killed writing', 'killed offered', 'killed asking'],
    ]),
  );
});

/** How many days a server that is built wrong may pass. */
const MOST_DAYS = 100;

/** Ways to build the server wrong, and the seed of the first day that shows it. */
const MUTANTS: readonly (readonly [mutant: Mutant, seed: number, fault: RegExp])[] = [
  ['a late offer books although voided', 23, /^the order .* has neither a paper nor a counter-sale$/],
  ['no permanent id', 1, /^.* was booked twice$/],
  ['a sold letter may be refused', 7, /^the paper of .* has no order$/],
];

test.each(MUTANTS)('where %s, the day of seed %i shows it', (mutant, seed, fault) => {
  const days = Array.from({ length: MOST_DAYS }, (_, at) => at + 1);
  const first = days.find((day) => playDay(day, mutant).faults.some((one) => fault.test(one)));
  expect(first).toBe(seed);
  // the day itself is not at fault
  expect(playDay(seed).faults).toEqual([]);
});
