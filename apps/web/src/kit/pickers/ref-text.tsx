import type { RefNoun } from '../../lib/fact.ts';
import { usePickOption } from '../../lib/list/pick-list.ts';

/** The name or title of a record by id; its number when the user may not read it. */
export const RefText = ({ to, id }: { to: RefNoun; id: number }) => (
  <bdi>{usePickOption(to, id)?.text ?? '…'}</bdi>
);
