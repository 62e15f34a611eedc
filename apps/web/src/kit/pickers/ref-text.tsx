import type { RefNoun } from '../../lib/fact.ts';
import { usePickOption } from '../../lib/list/pick-list.ts';

/** The name or title of the record that an id names; its number where the name is not for this reader. */
export const RefText = ({ to, id }: { to: RefNoun; id: number }) => (
  <bdi>{usePickOption(to, id)?.text ?? '…'}</bdi>
);
