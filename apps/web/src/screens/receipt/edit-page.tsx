import { Navigate, useParams } from 'react-router-dom';
import { NotAllowed } from '../../kit/index.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { ReceiptEditor } from './editor.tsx';
import { RequestedReceipt } from './requested-receipt.tsx';

/** Edits a new receipt (`new` in the URL) or a stored one that is not locked; a locked receipt is read-only. */
export default function ReceiptEditPage() {
  const { invid } = useParams();
  const { can } = useSession();
  if (!can(api.receipt.save)) return <NotAllowed use={api.receipt.save} />;
  if (invid === 'new') return <ReceiptEditor key="new" record={null} />;
  return (
    <RequestedReceipt>
      {(record) =>
        record.actions.includes('save') ? (
          // a new form for another status, because an accepted receipt allows fewer changes and saves them through
          // another endpoint
          <CurrencyScope of={record}>
            <ReceiptEditor key={String(record.status)} record={record} />
          </CurrencyScope>
        ) : (
          <Navigate to={paths.receipt(record.id)} replace />
        )
      }
    </RequestedReceipt>
  );
}
