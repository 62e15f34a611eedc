import { expect, it } from 'vitest';
import { kilobytes, readChunks, sumOf } from './lib/bench/chunks.mjs';

/**
 * The most JavaScript of each part of the built web app, in kB after gzip. A part that became smaller lowers its limit;
 * nothing raises one without a reason.
 */
const LIMITS = {
  'before every page': 170.1,
  'Home, beyond that': 21.6,
  'the sign-in page, beyond that': 13,
  'the largest screen alone': 13.5,
  // what no other screen loads; 120 at most
  'the till alone': 41,
};
/** How far a part may be below its limit before the limit has to follow, in kB. */
const SLACK = 2;

/** The files that only the till loads, with its parts that load on demand. */
function listTillFiles({ screens }: ReturnType<typeof readChunks>): string[] {
  const isTill = ({ name }: { name: string }) => name.startsWith('till/');
  const filesOf = (some: typeof screens) => new Set(some.flatMap(({ file, more }) => [file, ...more]));
  const others = filesOf(screens.filter((screen) => !isTill(screen)));
  return [...filesOf(screens.filter(isTill))].filter((file) => !others.has(file));
}

it('the web app loads no more code before a page than its limits allow', () => {
  const chunks = readChunks();
  const { first, screens } = chunks;
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
    'the till alone': sumOf(listTillFiles(chunks)),
  };
  const wrong = Object.entries(sizes).flatMap(([part, size]) => {
    const limit = LIMITS[part as keyof typeof LIMITS];
    if (size > limit) return [`${part}: ${size.toFixed(1)} kB, ${limit} at most`];
    return size < limit - SLACK ? [`${part}: ${size.toFixed(1)} kB, lower the limit of ${limit}`] : [];
  });
  expect(wrong).toEqual([]);
});
