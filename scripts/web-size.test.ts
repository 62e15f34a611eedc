import { expect, it } from 'vitest';
import { kilobytes, readChunks, sumOf } from './lib/bench/chunks.mjs';

/**
 * The most JavaScript of each part of the built web app, in kB after gzip. A part that became smaller lowers its limit;
 * nothing raises one without a reason.
 */
const LIMITS = {
  'before every page': 169.8,
  'Home, beyond that': 21.5,
  'the sign-in page, beyond that': 13,
  'the largest screen alone': 13.5,
  'the till, beyond that': 75,
};
/** How far a part may be below its limit before the limit has to follow, in kB. */
const SLACK = 2;

/** The files of the till's page and of its parts that load on demand. */
const tillFiles = (screens: ReturnType<typeof readChunks>['screens']): Set<string> =>
  new Set(
    screens.filter(({ name }) => name.startsWith('till/')).flatMap(({ file, more }) => [file, ...more]),
  );

it('the web app loads no more code before a page than its limits allow', () => {
  const { first, screens } = readChunks();
  const beyond = (name: string): number => {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`The build has no screen ${name}`);
    return kilobytes(screen.file) + sumOf(screen.more);
  };
  const sizes: Record<keyof typeof LIMITS, number> = {
    'before every page': sumOf(first),
    'Home, beyond that': beyond('app/home/home'),
    'the sign-in page, beyond that': beyond('app/sign-in/sign-in-page'),
    'the largest screen alone': Math.max(
      ...screens.filter(({ name }) => !name.startsWith('till/')).map(({ file }) => kilobytes(file)),
    ),
    // with what it loads on demand; 120 kB at most
    'the till, beyond that': sumOf(tillFiles(screens)),
  };
  const wrong = Object.entries(sizes).flatMap(([part, size]) => {
    const limit = LIMITS[part as keyof typeof LIMITS];
    if (size > limit) return [`${part}: ${size.toFixed(1)} kB, ${limit} at most`];
    return size < limit - SLACK ? [`${part}: ${size.toFixed(1)} kB, lower the limit of ${limit}`] : [];
  });
  expect(wrong).toEqual([]);
});
