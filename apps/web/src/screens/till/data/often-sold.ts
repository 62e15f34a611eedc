import { readStored, writeStored } from '../../../lib/store.ts';

const KEY = 'dukkan.till.often';
const ITEMS_MAX = 60;
/** What was sold long ago counts less with every sale. */
const DECAY = 0.995;

function readScores(): Map<number, number> {
  const entries = (readStored('local', KEY) ?? '').split(' ').flatMap((entry): [number, number][] => {
    const [id, score] = entry.split(':').map(Number);
    return id && score ? [[id, score]] : [];
  });
  return new Map(entries);
}

/** Counts what was sold at this till, for the first tiles of the finder. */
export function countSold(items_ids: readonly number[]): void {
  const scores = new Map([...readScores()].map(([id, score]) => [id, score * DECAY]));
  for (const id of new Set(items_ids)) scores.set(id, (scores.get(id) ?? 0) + 1);
  const best = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, ITEMS_MAX);
  writeStored('local', KEY, best.map(([id, score]) => `${id}:${score.toFixed(2)}`).join(' '));
}

/** Lists what is often sold at this till, the most frequent first. */
export const listOften = (): number[] =>
  [...readScores()].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
