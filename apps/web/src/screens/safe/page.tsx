import { Vault } from 'lucide-react';
import {
  DataTable,
  ExportButton,
  type ListColumn,
  type ListRowOf,
  ListTools,
  Pager,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { Banner, cx, EmptyState, PageHeader } from '../../ui/index.ts';
import { CashChain } from './cash-chain.tsx';
import { filters, s } from './fields.ts';

type Move = ListRowOf<typeof api.safe.list>;

const columns: readonly ListColumn<Move>[] = [
  s.created_at,
  s.kind,
  { of: s.amount, cell: (row) => <MovementAmount row={row} /> },
  s.balance,
  s.given_by,
  s.taken_by,
  s.reason,
  { of: s.reference, at: 'extra' },
  { of: s.expected, at: 'extra' },
  { of: s.counted, at: 'extra' },
];
/** The columns of several safes, whose movements stand in one list. */
const columnsOfAll: readonly ListColumn<Move>[] = columns.toSpliced(1, 0, s.branch);
const card = [s.kind.name, s.amount.name, s.balance.name, s.taken_by.name];
const cardOfAll = [s.branch.name, ...card];

export const prefetch = prefetchList(api.safe.list);

/** Returns the branch to show: the current branch, the branch in the filter, or the account's only branch. */
function useShownBranch(filter: unknown): number | null {
  const chosen = useBranch();
  const { user } = useSession();
  if (chosen !== null) return chosen;
  if (filter !== undefined && filter !== null && filter !== '') return Number(filter);
  const own = user && !user.all_branches ? user.branches : [];
  return own.length === 1 ? (own[0]?.id ?? null) : null;
}

/** The page of a branch's cash, with every movement of its safe (docs/rules/tills.md#the-safe). */
export default function SafePage() {
  const { t } = useTranslation('safe');
  const list = useList(api.safe.list, { noun: 'safe', selectable: false });
  const branch_id = useShownBranch(list.query.filters.branch_id);
  const isOfAll = branch_id === null;
  const ownColumns = isOfAll ? columnsOfAll : columns;
  // chosen apart, because a choice made for one branch would hide the branches of all
  const visibleColumns = useColumnPreferences(isOfAll ? `${list.key}-all` : list.key, ownColumns);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('which')}
        actions={<ExportButton list={list} columns={ownColumns} visibleColumns={visibleColumns} />}
      />
      {branch_id === null ? (
        <Banner className="mb-gap">{t('choose_branch')}</Banner>
      ) : (
        <CashChain branch_id={branch_id} />
      )}
      <h2 className="mt-6 mb-2 text-base font-semibold text-ink">{t('moves')}</h2>
      <ViewTabs
        list={list}
        tools={
          <ListTools
            list={list}
            columns={ownColumns}
            visibleColumns={visibleColumns}
            filters={filters}
            search={t('search')}
          />
        }
      >
        <DataTable
          list={list}
          columns={ownColumns}
          visibleColumns={visibleColumns}
          open={() => null}
          card={isOfAll ? cardOfAll : card}
          actions={() => null}
          empty={<EmptyState icon={<Vault />} title={t('empty')} text={t('empty_text')} />}
        />
        <Pager list={list} />
      </ViewTabs>
    </>
  );
}

/** Incoming amounts have a plus sign, so that both directions are easy to tell apart. */
const MovementAmount = ({ row }: { row: Move }) => {
  const { money } = useFormat();
  const text = money(row.amount, row.currency);
  return (
    <bdi className={cx('whitespace-nowrap', row.amount < 0 ? 'text-danger-text' : 'text-ink')}>
      {row.amount > 0 ? `+${text}` : text}
    </bdi>
  );
};
