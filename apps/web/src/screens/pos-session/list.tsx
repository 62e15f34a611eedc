import { MonitorSmartphone, Plus } from 'lucide-react';
import {
  Can,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { useOpenByHash } from '../../lib/open-by-hash.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';
import { OpenDialog } from './open-dialog.tsx';
import { ThisTill } from './this-till.tsx';

type Session = ListRowOf<typeof api.posSession.list>;

const columns: readonly ListColumn<Session>[] = [
  rowFields.device,
  rowFields.branch,
  rowFields.opened_by,
  rowFields.opened_at,
  rowFields.status,
  rowFields.difference,
  rowFields.z_number,
  { of: rowFields.orders_count, at: 'extra' },
  { of: rowFields.net_sales, at: 'extra' },
  { of: rowFields.expected, at: 'extra' },
  { of: rowFields.closed_at, at: 'extra' },
  { of: rowFields.closed_by, at: 'extra' },
  { of: rowFields.approver, at: 'extra' },
];
const card = [
  rowFields.branch.name,
  rowFields.opened_by.name,
  rowFields.opened_at.name,
  rowFields.status.name,
  rowFields.difference.name,
];

export const prefetch = prefetchList(api.posSession.list);

/** The list of till sessions: who has one open, and how the others were closed. */
export default function PosSessionList() {
  const { t } = useTranslation('pos-session');
  const list = useList(api.posSession.list, { noun: 'pos-session', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const [opening, setOpening] = useOpenByHash('new');
  return (
    <ListPage
      title={t('title')}
      description={t('which')}
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      filters={filters}
      search={t('search')}
      card={card}
      open={(row) => paths.posSession(row.id)}
      above={<ThisTill />}
      add={
        <Can use={api.posSession.open}>
          <Button variant="primary" icon={<Plus />} onClick={() => setOpening(true)}>
            {t('open.do')}
          </Button>
        </Can>
      }
      empty={{ icon: <MonitorSmartphone />, title: t('empty'), text: t('empty_text') }}
    >
      {opening ? <OpenDialog onClose={() => setOpening(false)} /> : null}
    </ListPage>
  );
}
