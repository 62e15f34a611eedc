import type { RefNoun } from '../../lib/fact.ts';
import { usePicked } from '../../lib/refs.ts';

/** The name or title of the record that an id names; its number where the name is not for this reader. */
export const RefText = ({ to, id }: { to: RefNoun; id: number }) => (
  <bdi>{usePicked(to, id)?.text ?? '…'}</bdi>
);
