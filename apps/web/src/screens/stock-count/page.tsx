import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { CountingPage } from './counting.tsx';
import { CountResult } from './result.tsx';

export default function StockCountPage() {
  return (
    <RecordPage of={api.stockCount.show}>
      {(record) =>
        record === null ? null : record.actions.includes('save') ? (
          <CountingPage read={record} />
        ) : (
          <CountResult of={record} />
        )
      }
    </RecordPage>
  );
}
