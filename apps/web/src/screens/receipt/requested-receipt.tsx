import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { RecordStates } from '../../kit/index.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import type { Receipt } from './line.ts';

type RequestedReceiptProps = {
  /** Shown while the receipt loads; rows by default. */
  loading?: ReactNode;
  children: (receipt: Receipt) => ReactNode;
};

/** Reads the receipt of the address (`:invid`). */
export const RequestedReceipt = (props: RequestedReceiptProps) => {
  const { invid } = useParams();
  if (!invid || !/^[1-9]\d{0,9}$/.test(invid)) return <Navigate to={paths.notFound} replace />;
  return <ReadReceipt key={invid} id={Number(invid)} {...props} />;
};

const ReadReceipt = ({ id, loading, children }: RequestedReceiptProps & { id: number }) => {
  const read = useRead(api.receipt.show, { id });
  return (
    <RecordStates read={read} use={api.receipt.show} id={id} loading={loading}>
      {children}
    </RecordStates>
  );
};
