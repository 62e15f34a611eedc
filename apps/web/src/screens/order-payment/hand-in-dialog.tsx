import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { HandInDialog } from '../../shared/hand-in-dialog.tsx';
import type { Driver } from './drivers.tsx';

type DriverHandInProps = {
  id: number;
  /** The driver as they stand in a list, until they are read. */
  of?: Driver;
  onClose: () => void;
};

/** What a driver brings goes into a safe; payments arrive, and somebody else may take some in meanwhile. */
export const DriverHandIn = ({ id, of, onClose }: DriverHandInProps) => {
  const driver = useRead(api.driverCash.list, { id }).results?.[0] ?? of;
  return driver ? <HandInDialog drivers={[driver]} onClose={onClose} /> : null;
};
