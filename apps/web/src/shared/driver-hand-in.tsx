import type { ListRowOf } from '../kit/index.ts';
import { api } from '../lib/server/api.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { HandInDialog } from './hand-in-dialog.tsx';

type DriverHandInProps = {
  id: number;
  /** The driver as known from the list, until the current data is loaded. */
  of?: ListRowOf<typeof api.driverCash.list>;
  onClose: () => void;
};

/**
 * Takes a driver's cash into a safe; reads the driver's current cash, because it can change while the dialog is open.
 */
export const DriverHandIn = ({ id, of, onClose }: DriverHandInProps) => {
  const driver = useRead(api.driverCash.list, { id }).results?.[0] ?? of;
  return driver ? <HandInDialog drivers={[driver]} onClose={onClose} /> : null;
};
