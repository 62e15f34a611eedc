import { useLocation } from 'react-router-dom';
import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { LocationForm } from './form.tsx';
import { getLocationKind, KINDS } from './kind.ts';

export default function LocationPage() {
  const kindOfPath = getLocationKind(useLocation().pathname);
  return (
    <RecordPage of={api.location.show} create={api.location.save}>
      {(record) => {
        // an old link may open a place under the path of another kind
        const kind = Object.keys(KINDS).find((one) => KINDS[one as keyof typeof KINDS].type === record?.type);
        return <LocationForm record={record} kind={(kind ?? kindOfPath) as keyof typeof KINDS} />;
      }}
    </RecordPage>
  );
}
