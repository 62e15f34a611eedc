import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { HandInDialog } from '../../shared/hand-in-dialog.tsx';
import type { DriverCashRow } from './drivers.tsx';

type DriverHandInProps = {
  id: number;
  /** The driver as known from the list, until the current data is loaded. */
  of?: DriverCashRow;
  onClose: () => void;
};

/**
 * Takes a driver's cash into a safe; reads the driver's current cash, because it can change while the dialog is open.
 */
export const DriverHandIn = ({ id, of, onClose }: DriverHandInProps) => {
  const driver = useRead(api.driverCash.list, { id }).results?.[0] ?? of;
  return driver ? <HandInDialog drivers={[driver]} onClose={onClose} /> : null;
};
