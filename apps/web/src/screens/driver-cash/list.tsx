import { Banknote, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  ColumnsMenu,
  DataTable,
  ExportButton,
  type ListColumn,
  type ListRowOf,
  Pager,
  PhoneText,
  RowMenu,
  SearchBox,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { MoneySums } from '../../kit/kinds/money.tsx';
import { listSumsByCurrency } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { invalidateNouns, onNounsChanged } from '../../lib/server/query-cache.ts';
import { DriverHandIn } from '../../shared/driver-hand-in.tsx';
import { Button, EmptyState, MenuItem, PageHeader, SegmentedControl, Toolbar } from '../../ui/index.ts';
import { d } from './fields.ts';
import { HandIns } from './hand-ins.tsx';

type DriverCashRow = ListRowOf<typeof api.driverCash.list>;

const columns: readonly ListColumn<DriverCashRow>[] = [
  { of: d.name, cell: (row) => <DriverName row={row} /> },
  { of: d.phone, cell: (row) => <PhoneText phone={row.phone} name={row.name} /> },
  { of: d.outstanding, cell: (row) => <CashSums row={row} of="outstanding" /> },
  d.last_handed_in_at,
  d.branch,
  { of: d.collected, at: 'extra', cell: (row) => <CashSums row={row} of="collected" /> },
  { of: d.refunded, at: 'extra', cell: (row) => <CashSums row={row} of="refunded" /> },
  { of: d.handed_in, at: 'extra', cell: (row) => <CashSums row={row} of="handed_in" /> },
];
const card = [d.phone.name, d.outstanding.name, d.last_handed_in_at.name];

/** The query parameter that also shows drivers without cash. */
const ALL = 'all';
const HELD = { held: 1 } as const;

export const prefetch = prefetchList(api.driverCash.list, HELD);

/**
 * Reloads the drivers' cash when orders change, because delivered orders bring in cash and only their events announce
 * it.
 */
const followOrders = () =>
  onNounsChanged((nouns) => {
    if (nouns.includes('order')) invalidateNouns(['driver-cash'], 'others');
  });

/** The list of drivers with the cash that they hold, and the button to take it in. */
export default function DriverCashList() {
  const { t } = useTranslation('driver-cash');
  const isAll = useSearchParams()[0].get(ALL) === '1';
  const fixed = isAll ? {} : HELD;
  const list = useList(api.driverCash.list, { noun: 'driver-cash', fixed, selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  useEffect(followOrders, []);
  const [taking, setTaking] = useState<DriverCashRow | null>(null);
  const [openRow, setOpenRow] = useState<DriverCashRow | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('which')}
        actions={<ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />}
      />
      <ViewTabs
        list={list}
        tools={
          <Toolbar end={<ColumnsMenu columns={columns} visibleColumns={visibleColumns} />}>
            <SearchBox list={list} label={t('search')} />
            <SegmentedControl
              aria-label={t('who.label')}
              value={isAll ? 'all' : 'held'}
              onChange={(who) => list.set({ [ALL]: who === 'all' ? 1 : null })}
              options={(['held', 'all'] as const).map((value) => ({ value, label: t(`who.${value}`) }))}
            />
          </Toolbar>
        }
      >
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => withQuery(paths.payments, { driver_id: row.id, holder: 'driver' })}
          card={card}
          actions={(row) => (
            <span className="flex items-center justify-end gap-1">
              {row.actions.includes('hand_in') ? (
                <Button size="sm" onClick={() => setTaking(row)}>
                  {t('take')}
                </Button>
              ) : null}
              <RowMenu row={row} name={row.name} actions={[]}>
                {row.actions.includes('hand_in') ? (
                  <MenuItem icon={<Banknote />} onSelect={() => setTaking(row)}>
                    {t('take')}
                  </MenuItem>
                ) : null}
                <MenuItem icon={<History />} onSelect={() => setOpenRow(row)}>
                  {t('history.open')}
                </MenuItem>
              </RowMenu>
            </span>
          )}
          empty={
            <EmptyState
              icon={<Banknote />}
              title={t(isAll ? 'empty_all' : 'empty')}
              text={t(isAll ? 'empty_all_text' : 'empty_text')}
            />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      {taking ? <DriverHandIn id={taking.id} of={taking} onClose={() => setTaking(null)} /> : null}
      {openRow ? <HandIns of={openRow} onClose={() => setOpenRow(null)} /> : null}
    </>
  );
}

type Sum = 'outstanding' | 'collected' | 'refunded' | 'handed_in';

/** One amount per currency, without currencies in which it is 0. */
const CashSums = ({ row, of }: { row: DriverCashRow; of: Sum }) => (
  <MoneySums of={listSumsByCurrency(row.amounts, of)} />
);

const DriverName = ({ row }: { row: DriverCashRow }) => (
  <bdi className="block w-fit max-w-72 truncate max-md:whitespace-normal" title={row.name}>
    {row.name}
  </bdi>
);
