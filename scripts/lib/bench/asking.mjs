/** Words that occur in many titles of the generated shop. */
export const WORDS = [
  'coffee',
  'tea',
  'milk',
  'rice',
  'juice',
  'bread',
  'cream',
  'sugar',
  'honey',
  'salt',
  'oil',
  'cheese',
];

/** Returns the date of some days ago. */
export const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Returns a function that returns these elements in turn, so that concurrent requests differ. */
export function takeInTurn(all) {
  let at = 0;
  return () => {
    at += 1;
    return all[at % all.length];
  };
}
