import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { getRowTitle } from '../../lib/fact.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type BulkAction, type BulkState, useBulkAction } from '../../lib/list/bulk-actions.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { useSelectionSummary } from '../../lib/list/selection.ts';
import { Button, Dialog, IconButton, ProgressBar, Spinner, StickyBar } from '../../ui/index.ts';
import { FinalWords } from '../final-words.tsx';
import type { List } from './use-list.ts';

const SHOWN_MAX = 8;

export type BulkBarProps<R extends HasId> = {
  list: List<R>;
  actions: readonly BulkAction<R>[];
  /** The screen's own buttons before the actions, for anything that changes no data. */
  children?: ReactNode;
};

/** A bar at the bottom while rows are selected: the count, select all, and the actions. */
export function BulkBar<R extends HasId>({ list, actions, children }: BulkBarProps<R>) {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  const bulk = useBulkAction(list);
  const selection = useSelectionSummary(list);
  const total = list.meta?.total ?? 0;
  // the pressed button disappears with the bar, so the focus moves to the last selected row
  const clear = () => {
    const last = selection.rows.at(-1);
    selection.clear();
    if (last)
      document
        .querySelector<HTMLElement>(`[data-line="${CSS.escape(String(last.id))}"] [type=checkbox]`)
        ?.focus();
  };
  // hides actions that apply to no selected row; when all rows are selected, most are not loaded, so every action stays
  const offered = selection.all
    ? actions
    : actions.filter((action) => selection.rows.some((row) => action.applies(row)));
  return (
    <>
      {selection.count > 0 ? (
        <StickyBar label={t('bulk.bar')}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <IconButton size="sm" label={t('bulk.clear')} icon={<X />} onClick={clear} />
            <span role="status" className="font-medium">
              {t('bulk.selected', { count: selection.count, shown: number(selection.count) })}
            </span>
            {!selection.all && selection.page === true && total > list.rows.length ? (
              <Button variant="link" onClick={selection.selectAll}>
                {t('bulk.select_all', { shown: number(total) })}
              </Button>
            ) : null}
          </span>
          <span className="flex flex-wrap items-center gap-2">
            {children}
            {offered.map((action) => (
              <Button key={action.key} onClick={() => void bulk.ask(action)}>
                {action.label}
              </Button>
            ))}
          </span>
        </StickyBar>
      ) : null}
      {bulk.state ? <BulkDialog state={bulk.state} bulk={bulk} /> : null}
    </>
  );
}

type Bulk = Pick<ReturnType<typeof useBulkAction>, 'run' | 'stop' | 'close'>;

/** Asks for confirmation, shows the progress, then the rows that failed with reasons. */
function BulkDialog<R extends HasId>({ state, bulk }: { state: BulkState<R>; bulk: Bulk }) {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  const { phase, action, rows, skipped, done, failures } = state;
  const count = rows.length;
  const textParams = { count, shown: number(count), verb: action.label };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || phase === 'running' || bulk.close()}
      title={t('bulk.title', textParams)}
      closeLabel={t('close')}
      footer={
        phase === 'running' ? (
          <Button onClick={bulk.stop}>{t('bulk.stop')}</Button>
        ) : (
          <>
            <Button onClick={bulk.close}>{t(phase === 'told' ? 'close' : 'cancel')}</Button>
            {phase === 'told' ? null : (
              <Button
                variant={action.danger ? 'danger' : 'primary'}
                disabled={count === 0}
                loading={phase === 'gathering'}
                onClick={() => void bulk.run()}
              >
                {action.label}
              </Button>
            )}
          </>
        )
      }
    >
      {phase === 'gathering' ? <Spinner label={t('bulk.gathering')} /> : null}
      {phase === 'asking' ? (
        <>
          <p>{t('bulk.will', textParams)}</p>
          {action.final ? (
            <p>
              <FinalWords deletes={action.final === 'deletion'} />
            </p>
          ) : null}
          <p className="mt-1 text-muted">
            {skipped > 0 ? t('bulk.skipped', { count: skipped, shown: number(skipped) }) : null}
          </p>
          <ul className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-sm">
            {rows.slice(0, SHOWN_MAX).map((row) => (
              <li key={row.id}>
                <bdi>{getRowTitle(row)}</bdi>
              </li>
            ))}
            <li className="text-muted">
              {count > SHOWN_MAX ? t('bulk.more', { shown: number(count - SHOWN_MAX) }) : null}
            </li>
          </ul>
        </>
      ) : null}
      {phase === 'running' || phase === 'told' ? (
        <div className="relative pt-3">
          <ProgressBar
            active={phase === 'running'}
            value={Math.round((done / count) * 100)}
            label={t('bulk.progress')}
          />
          <p role="status">
            {t('bulk.done', { done: number(done - failures.length), shown: number(count) })}
          </p>
          {failures.length > 0 ? (
            <p className="mt-2 font-medium text-danger-text">
              {t('bulk.failed', { count: failures.length, shown: number(failures.length) })}
            </p>
          ) : null}
          <ul className="mt-1 max-h-60 overflow-y-auto">
            {failures.map(({ row, reason }) => (
              <li key={row.id}>
                <bdi className="font-medium">{getRowTitle(row)}</bdi>: <bdi>{reason}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Dialog>
  );
}
