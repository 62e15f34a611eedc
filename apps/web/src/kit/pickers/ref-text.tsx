import type { InputOf } from '../../lib/endpoint.ts';
import { useRead } from '../../lib/read.ts';
import type { RefNoun } from '../fact.ts';
import { pickedOf, refs } from './refs.ts';

/** The one record that an id names, as its pick-list tells it; undefined until known or where it is gone. */
export function usePicked(to: RefNoun, id: number | null) {
  const { endpoint } = refs[to];
  const input = { id: id ?? undefined, limit: 1 } as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: id !== null });
  const row = (read.results as { id: number }[] | undefined)?.find((one) => one.id === id);
  return id !== null && row ? pickedOf(row) : undefined;
}

/** The name or title of the record that an id names. */
export const RefText = ({ to, id }: { to: RefNoun; id: number }) => (
  <bdi>{usePicked(to, id)?.text ?? '…'}</bdi>
);
