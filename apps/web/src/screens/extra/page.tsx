import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { ExtraForm } from './form.tsx';

export default function ExtraPage() {
  return (
    <RecordPage of={api.extra.list} create={api.extra.save}>
      {(record) => <ExtraForm record={record} />}
    </RecordPage>
  );
}
