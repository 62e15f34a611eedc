/**
 * Limits the rounds of a loop whose end depends on the data, so that unexpected data makes the work fail instead of
 * running forever. Rule: docs/rules/jobs.md#loops
 * @param work what the loop does, for the error message
 * @param max the largest number of rounds that can be right
 * @returns a function to call once per round @throws Error after `max` rounds
 */
export function createLoopLimit(work: string, max: number): () => void {
  let rounds = 0;
  return () => {
    rounds += 1;
    if (rounds > max) throw new Error(`${work} does not end: stopped after ${max} rounds`);
  };
}
