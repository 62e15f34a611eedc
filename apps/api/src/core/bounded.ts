/**
 * A bound on the rounds of a loop that ends by what it reads: where that never says so, the work fails instead of
 * holding the process for ever. Rule: docs/rules/jobs.md#loops
 * @param work what the loop does, for the message
 * @param max the most rounds that can be right
 * @returns to be called once a round @throws Error after `max` rounds
 */
export function countRounds(work: string, max: number): () => void {
  let rounds = 0;
  return () => {
    rounds += 1;
    if (rounds > max) throw new Error(`${work} does not end: stopped after ${max} rounds`);
  };
}
