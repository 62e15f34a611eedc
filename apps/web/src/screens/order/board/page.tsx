import { ON_THE_WAY } from '@dukkan/commerce';
import { BellOff, BellRing, Eye, Plus, RotateCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Can, Link, NotAllowed, RefPicker } from '../../../kit/index.ts';
import { Failed } from '../../../kit/record-states.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhoneWidth } from '../../../lib/narrow.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import { useLiveState } from '../../../lib/server/live-events.ts';
import { useSession } from '../../../lib/server/session.ts';
import { showCallFailure } from '../../../lib/server/toast.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { useStore } from '../../../lib/store.ts';
import { useTitle } from '../../../lib/title.ts';
import {
  Banner,
  Button,
  Checkbox,
  IconButton,
  PageHeader,
  SkeletonRows,
  TabPanel,
  Tabs,
  Toolbar,
} from '../../../ui/index.ts';
import { OrderPaymentDialog } from '../detail/payment-dialog.tsx';
import { findHandedOverStatus } from '../shared/hand-over.tsx';
import type { OrderDetails, OrderRow } from '../shared/order-status.tsx';
import { getRequiredConfirmation, OrderStatusDialog, type StatusChange } from '../shared/status-dialog.tsx';
import { type NextStatus, type SavedOrder, useSaveOrder } from '../shared/use-save-order.ts';
import { ViewSwitch } from '../shared/view-switch.tsx';
import { BOARD_COLUMNS, type BoardColumnValue } from './board-state.ts';
import type { CardActions, OpenCardPart } from './card.tsx';
import { BoardColumn, type ColumnProps } from './column.tsx';
import { setMuted, useIsMuted, useNewOrderSound } from './new-order-sound.ts';
import { type Board, type BoardFilter, useBoardOrders } from './use-board.ts';
import { WideColumns } from './wide-columns.tsx';

/** The board of the day's orders by status, updated live. */
export default function BoardPage() {
  const { can } = useSession();
  return can(api.order.list) ? <OrderBoard /> : <NotAllowed use={api.order.list} />;
}

const readBoardFilter = (address: URLSearchParams): BoardFilter => {
  const driver = Number(address.get('driver_id'));
  return {
    ...(Number.isSafeInteger(driver) && driver > 0 ? { driver_id: driver } : {}),
    ...(address.get('unassigned') === '1' ? { unassigned: 1 } : {}),
  };
};

const OrderBoard = () => {
  const { t } = useTranslation(['order', 'fields', 'kit']);
  const [address, setAddress] = useSearchParams();
  const filter = readBoardFilter(address);
  const board = useBoardOrders(filter);
  const { unseen } = useStore(board.board);
  const muted = useIsMuted();
  const live = useLiveState();
  useTitle(t('order:board.title'));
  useNewOrderSound(unseen.size);
  const set = (name: string, value: number | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader
        title={t('order:board.title')}
        actions={
          <>
            <ViewSwitch at="board" />
            <IconButton
              variant="secondary"
              label={t(muted ? 'order:board.unmute' : 'order:board.mute')}
              aria-pressed={!muted}
              icon={muted ? <BellOff /> : <BellRing />}
              onClick={() => setMuted(!muted)}
            />
            <Can use={api.order.make}>
              <Button asChild variant="primary" icon={<Plus />}>
                <Link to={paths.orderNew}>{t('order:add')}</Link>
              </Button>
            </Can>
          </>
        }
      />
      <Toolbar
        className="mb-3"
        end={
          unseen.size > 0 ? (
            <Button icon={<Eye />} onClick={() => board.see(unseen)}>
              {t('order:board.seen', { count: unseen.size })}
            </Button>
          ) : null
        }
      >
        <div className="w-full sm:w-60">
          <RefPicker
            to="driver"
            aria-label={t('fields:driver_id')}
            placeholder={t('order:board.any_driver')}
            value={filter.driver_id ?? null}
            onChange={(id) => set('driver_id', id)}
          />
        </div>
        <Checkbox
          checked={filter.unassigned === 1}
          onChange={(on) => set('unassigned', on ? 1 : null)}
          label={t('fields:unassigned')}
        />
      </Toolbar>
      <p role="status" className="sr-only">
        {unseen.size > 0 ? t('order:board.arrived', { count: unseen.size }) : ''}
      </p>
      {live === 'stale' ? (
        <Banner
          tone="warning"
          className="mb-3"
          actions={
            <Button size="sm" icon={<RotateCw />} onClick={board.reload}>
              {t('kit:gap.retry')}
            </Button>
          }
        >
          {t('order:board.stale')}
        </Banner>
      ) : null}
      {board.phase.state === 'loading' ? (
        <SkeletonRows columns={6} label={t('kit:list.loading')} />
      ) : board.phase.state === 'failed' ? (
        <Failed failure={board.phase.failure} retry={board.reload} />
      ) : (
        <BoardColumns board={board} filter={filter} />
      )}
    </>
  );
};

/** Returns the default status of each value: the shop's first one. */
function useUsual() {
  const { t } = useTranslation('order');
  const { results } = useRead(api.orderStatus.list, {
    status: 1,
    limit: 100,
    sort_by: 'ord',
    sort_as: 'asc',
  });
  return useMemo(() => {
    const of = (value: number) =>
      results?.find((one) => one.status_value === value && one.not_delivered === 0) ?? null;
    const title = (value: BoardColumnValue) => of(value)?.title ?? t(`value.${value}`);
    const columnReads = BOARD_COLUMNS.map(of);
    // one stable object for each status, because cards compare it
    const next = new Map(
      BOARD_COLUMNS.map((value) => {
        const one = columnReads.find((status) => status !== null && status.status_value > value);
        return [value, one ? { status_id: one.id, status_value: one.status_value, title: one.title } : null];
      }),
    );
    const after = (value: BoardColumnValue) => next.get(value) ?? null;
    return { title, after };
  }, [results, t]);
}

/**
 * Loads a possible next status with what it needs; null when it cannot be loaded, because the change itself will report
 * the failure.
 */
async function loadNextStatus(id: number, status_id: number): Promise<NextStatus | null> {
  try {
    const { results } = await callApi(api.order.show, { id });
    return results.next.find((next) => next.status_id === status_id) ?? null;
  } catch (error) {
    if (error instanceof CallFailure) return null;
    throw error;
  }
}

/** Loads an order to hand it over in its current state; null after a failure, which is shown. */
async function loadOrder(id: number): Promise<OrderDetails | null> {
  try {
    return (await callApi(api.order.show, { id })).results;
  } catch (error) {
    showCallFailure(error);
    return null;
  }
}

const BoardColumns = ({ board, filter }: { board: Board; filter: BoardFilter }) => {
  const { t } = useTranslation('order');
  const state = useStore(board.board);
  const narrow = useIsPhoneWidth();
  const usual = useUsual();
  const [open, setOpen] = useState<{ id: number; part: OpenCardPart } | null>(null);
  const [confirming, setConfirming] = useState<{ row: OrderRow; next: StatusChange } | null>(null);
  const [handing, setHanding] = useState<OrderDetails | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const [column, setColumn] = useState<BoardColumnValue>(0);
  const focus = useRef<number | null>(null);
  const { take, see } = board;
  const save = useSaveOrder({ onSaved: take });
  const run = useRef(save.save);
  run.current = save.save;

  const deeds = useMemo<CardActions>(() => {
    const write = async (row: SavedOrder, part: Parameters<typeof run.current>[1], done: string) => {
      setBusy(row.id);
      await run.current(row, part, done);
      setBusy(null);
    };
    return {
      open: (id, part) => setOpen((now) => (part === null && now?.id !== id ? now : part && { id, part })),
      move: async (row, next) => {
        // asks for a driver only when the server says that the status needs one
        const mayNeed = row.type === 'delivery' && row.driver_id === null && row.status_value < ON_THE_WAY;
        const full = mayNeed ? await loadNextStatus(row.id, next.status_id) : null;
        const move = full ?? { ...next, needs: null, force: false };
        if (getRequiredConfirmation(row, move) !== null) {
          setConfirming({ row, next: move });
          return;
        }
        focus.current = row.id;
        await write(row, { status_id: next.status_id }, 'moved');
      },
      handOver: async (row) => {
        setBusy(row.id);
        const full = await loadOrder(row.id);
        setBusy(null);
        const next = full && findHandedOverStatus(full);
        if (!next) return;
        focus.current = row.id;
        if (full.open_amount > 0) setHanding(full);
        else await write(full, { status_id: next.status_id }, 'handed_over');
      },
      ask: (row, next) => {
        if (getRequiredConfirmation(row, next) !== null) setConfirming({ row, next });
        else {
          focus.current = row.id;
          void write(row, { status_id: next.status_id }, 'moved');
        }
      },
      assign: (row, driver_id) => {
        setOpen(null);
        void write(row, { driver_id }, driver_id === null ? 'unassigned' : 'assigned');
      },
      see: (id) => see([id]),
      takesFocus: (id) => {
        if (focus.current !== id) return false;
        focus.current = null;
        return true;
      },
    };
  }, [see]);

  const props = (value: BoardColumnValue): ColumnProps => ({
    value,
    title: usual.title(value),
    next: usual.after(value),
    state,
    filter,
    open,
    busy,
    deeds,
  });
  return (
    <>
      {narrow ? (
        <Tabs
          label={t('board.columns')}
          value={String(column)}
          onChange={(value) => setColumn(Number(value) as BoardColumnValue)}
          tabs={BOARD_COLUMNS.map((value) => ({
            value: String(value),
            label: <bdi>{usual.title(value)}</bdi>,
            aside: <span className="text-sm text-subtle tabular">{state.totals[value] ?? 0}</span>,
          }))}
        >
          <TabPanel value={String(column)} className="pt-3">
            <BoardColumn {...props(column)} isAlone />
          </TabPanel>
        </Tabs>
      ) : (
        <WideColumns columns={BOARD_COLUMNS.map(props)} />
      )}
      {handing ? (
        <OrderPaymentDialog
          of={handing}
          handOver={findHandedOverStatus(handing)}
          onClose={() => setHanding(null)}
          onSaved={take}
        />
      ) : null}
      {confirming ? (
        <OrderStatusDialog {...confirming} onClose={() => setConfirming(null)} onSaved={take} />
      ) : null}
    </>
  );
};
