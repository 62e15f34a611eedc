import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { HandInDialog } from '../../shared/hand-in-dialog.tsx';

type DrawerHandInProps = { of: RowOf<typeof api.posSession.show>; onClose: () => void };

/** Takes a driver's cash into an open drawer, for drivers of its branch and in its currency. */
export const DrawerHandIn = ({ of, onClose }: DrawerHandInProps) => {
  const read = useRead(api.driverCash.list, { held: 1, limit: 100 });
  const drivers = read.results?.filter(
    ({ branch_id, amounts }) =>
      branch_id === of.branch_id &&
      amounts.some(({ currency, outstanding }) => currency === of.currency && outstanding > 0),
  );
  return drivers ? <HandInDialog drivers={drivers} drawer={of} onClose={onClose} /> : null;
};
