import type { RefNoun } from '../../lib/fact.ts';
import { usePicked } from '../../lib/refs.ts';

/** The name or title of the record that an id names. */
export const RefText = ({ to, id }: { to: RefNoun; id: number }) => (
  <bdi>{usePicked(to, id)?.text ?? '…'}</bdi>
);
