import { CARRIED } from '@dukkan/commerce';
import { BellOff, BellRing, Eye, Plus, RotateCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Can, NotAllowed, RefPicker } from '../../kit/index.ts';
import { Failed } from '../../kit/record-gate.tsx';
import { api } from '../../lib/api.ts';
import { CallFailure, call } from '../../lib/call.ts';
import { useLive } from '../../lib/events.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useNarrow } from '../../lib/narrow.ts';
import { paths } from '../../lib/paths.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { useTitle } from '../../lib/title.ts';
import { toastFailure } from '../../lib/toast.ts';
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
} from '../../ui/index.ts';
import type { CardDeeds, OpenPart } from './board-card.tsx';
import { BoardColumn, type ColumnProps } from './board-column.tsx';
import { COLUMNS, type ColumnValue } from './board-state.ts';
import { handedOver } from './hand-over.tsx';
import { askedFor, type Move, MoveDialog } from './move-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { mute, useMuted, useRing } from './ring.ts';
import type { Order, Row } from './status.tsx';
import { Switch } from './switch.tsx';
import { type Board, type BoardFilter, useBoard } from './use-board.ts';
import { type Next, useSave } from './use-save.ts';

/** The orders of the day by their state, moving by themselves (ux.md, 'Live'). */
export default function BoardPage() {
  const { can } = useSession();
  return can(api.order.list) ? <OrderBoard /> : <NotAllowed use={api.order.list} />;
}

const filterOf = (address: URLSearchParams): BoardFilter => {
  const driver = Number(address.get('driver_id'));
  return {
    ...(Number.isSafeInteger(driver) && driver > 0 ? { driver_id: driver } : {}),
    ...(address.get('unassigned') === '1' ? { unassigned: 1 } : {}),
  };
};

const OrderBoard = () => {
  const { t } = useTranslation(['order', 'fields', 'kit']);
  const [address, setAddress] = useSearchParams();
  const filter = filterOf(address);
  const board = useBoard(filter);
  const { unseen } = useStore(board.board);
  const muted = useMuted();
  const live = useLive();
  useTitle(t('order:board.title'));
  useRing(unseen.size);
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
            <Switch at="board" />
            <IconButton
              variant="secondary"
              label={t(muted ? 'order:board.unmute' : 'order:board.mute')}
              aria-pressed={!muted}
              icon={muted ? <BellOff /> : <BellRing />}
              onClick={() => mute(!muted)}
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
        <Columns board={board} filter={filter} />
      )}
    </>
  );
};

/** The usual state of each value: the first of the shop's own. */
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
    const title = (value: ColumnValue) => of(value)?.title ?? t(`value.${value}`);
    const known = COLUMNS.map(of);
    // one object for each: cards compare it
    const next = new Map(
      COLUMNS.map((value) => {
        const one = known.find((status) => status !== null && status.status_value > value);
        return [value, one ? { status_id: one.id, status_value: one.status_value, title: one.title } : null];
      }),
    );
    const after = (value: ColumnValue) => next.get(value) ?? null;
    return { title, after };
  }, [results, t]);
}

/** A state that an order may go to, with what it needs; null where that cannot be asked: the move itself will say. */
async function nextOf(id: number, status_id: number): Promise<Next | null> {
  try {
    const { results } = await call(api.order.show, { id });
    return results.next.find((next) => next.status_id === status_id) ?? null;
  } catch (error) {
    if (error instanceof CallFailure) return null;
    throw error;
  }
}

/** An order in full, so that it is handed over as it stands now; null where it cannot be read, which is said. */
async function orderOf(id: number): Promise<Order | null> {
  try {
    return (await call(api.order.show, { id })).results;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    toastFailure(error);
    return null;
  }
}

const Columns = ({ board, filter }: { board: Board; filter: BoardFilter }) => {
  const { t } = useTranslation('order');
  const state = useStore(board.board);
  const narrow = useNarrow();
  const usual = useUsual();
  const [open, setOpen] = useState<{ id: number; part: OpenPart } | null>(null);
  const [asked, setAsked] = useState<{ row: Row; next: Move } | null>(null);
  const [handing, setHanding] = useState<Order | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const [column, setColumn] = useState<ColumnValue>(0);
  const focus = useRef<number | null>(null);
  const { take, see } = board;
  const save = useSave({ onSaved: take });
  const run = useRef(save.save);
  run.current = save.save;

  const deeds = useMemo<CardDeeds>(() => {
    const write = async (
      row: Pick<Row, 'id' | 'version'>,
      part: Parameters<typeof run.current>[1],
      done: string,
    ) => {
      setBusy(row.id);
      await run.current(row, part, done);
      setBusy(null);
    };
    return {
      open: (id, part) => setOpen((now) => (part === null && now?.id !== id ? now : part && { id, part })),
      move: async (row, next) => {
        // who carries it is asked with the move, where the order says that somebody has to
        const mayNeed = row.type === 'delivery' && row.driver_id === null && row.status_value < CARRIED;
        const full = mayNeed ? await nextOf(row.id, next.status_id) : null;
        const move = full ?? { ...next, needs: null, force: false };
        if (askedFor(row, move) !== null) {
          setAsked({ row, next: move });
          return;
        }
        focus.current = row.id;
        await write(row, { status_id: next.status_id }, 'moved');
      },
      handOver: async (row) => {
        setBusy(row.id);
        const full = await orderOf(row.id);
        setBusy(null);
        const next = full && handedOver(full);
        if (!next) return;
        focus.current = row.id;
        if (full.open_amount > 0) setHanding(full);
        else await write(full, { status_id: next.status_id }, 'handed_over');
      },
      ask: (row, next) => {
        if (askedFor(row, next) !== null) setAsked({ row, next });
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

  const props = (value: ColumnValue): ColumnProps => ({
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
          onChange={(value) => setColumn(Number(value) as ColumnValue)}
          tabs={COLUMNS.map((value) => ({
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
        <div className="overflow-x-auto pb-2">
          <div className="grid min-w-[68rem] grid-cols-6 items-start gap-2.5">
            {COLUMNS.map((value) => (
              <BoardColumn key={value} {...props(value)} />
            ))}
          </div>
        </div>
      )}
      {handing ? (
        <PayDialog
          of={handing}
          handOver={handedOver(handing)}
          onClose={() => setHanding(null)}
          onSaved={take}
        />
      ) : null}
      {asked ? <MoveDialog {...asked} onClose={() => setAsked(null)} onSaved={take} /> : null}
    </>
  );
};
