import { Navigate, useParams } from 'react-router-dom';
import { NotAllowed, RecordGate } from '../../kit/index.ts';
import { api } from '../../lib/api.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { paths } from '../../lib/paths.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { ReceiptEditor } from './editor.tsx';

/** A new receipt (`new` in the address) or a stored one that is still open; what is locked is only looked at. */
export default function ReceiptEditPage() {
  const { invid } = useParams();
  const { can } = useSession();
  if (!can(api.receipt.save)) return <NotAllowed use={api.receipt.save} />;
  if (invid === 'new') return <ReceiptEditor key="new" record={null} />;
  if (!invid || !/^[1-9]\d{0,9}$/.test(invid)) return <Navigate to={paths.notFound} replace />;
  return <Stored key={invid} id={Number(invid)} />;
}

const Stored = ({ id }: { id: number }) => {
  const read = useRead(api.receipt.show, { id });
  return (
    <RecordGate read={read} use={api.receipt.show}>
      {(record) =>
        record.actions.includes('save') ? (
          // an accepted receipt is another form: fewer things may change, and they are sent elsewhere
          <CurrencyScope of={record}>
            <ReceiptEditor key={String(record.status)} record={record} />
          </CurrencyScope>
        ) : (
          <Navigate to={paths.receipt(id)} replace />
        )
      }
    </RecordGate>
  );
};
