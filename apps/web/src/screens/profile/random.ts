const RANGE = 2 ** 32;

/** Returns an unbiased random integer from 0 to `max` - 1 from a cryptographically secure source. */
export function getRandomInt(max: number): number {
  // rejects numbers above the last multiple of `max`, because they would make small results more likely
  const limit = RANGE - (RANGE % max);
  for (;;) {
    const [drawn = RANGE] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % max;
  }
}
