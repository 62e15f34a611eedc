const RANGE = 2 ** 32;

/** An unbiased whole number from 0 to `max` - 1 from the browser's secure source. */
export function getRandomInt(max: number): number {
  // what lies above the last whole multiple would favour the small numbers
  const limit = RANGE - (RANGE % max);
  for (;;) {
    const [drawn = RANGE] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % max;
  }
}
