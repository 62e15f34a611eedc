import { Check, CloudOff, ListPlus, MoreHorizontal, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { BackLink, useGoBack } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { ItemFinder } from '../../shared/item-finder.tsx';
import { RowsLeftOutBanner } from '../../shared/rows-left-out.tsx';
import { ScanHint } from '../../shared/scan-hint.tsx';
import { Badge, Banner, Button, cx, IconButton, Menu, MenuItem, PageHeader } from '../../ui/index.ts';
import { DropDialog } from './discard-dialog.tsx';
import { LastCard } from './last-card.tsx';
import { CountLinesCard } from './lines-card.tsx';
import { MissingDialog } from './missing-dialog.tsx';
import { PostDialog } from './post-dialog.tsx';
import { type Count, countPendingEntries, useStockCount } from './use-count.ts';

/** The counting page, made for a phone in one hand and a scanner in the other. */
export const CountingPage = ({ read }: { read: Count }) => {
  const { t } = useTranslation(['stock-count', 'kit']);
  const { can } = useSession();
  const leave = useGoBack(paths.stockCounts);
  const counting = useStockCount(read);
  const { record, waiting, unknown } = counting;
  const [open, setOpen] = useState<'post' | 'drop' | 'missing' | null>(null);
  const close = () => setOpen(null);
  // the text boxes of the page find items, so digits in them are a barcode
  useScanAnywhere((barcode, boxed) => {
    boxed?.takeOut();
    counting.scan(barcode);
  });
  const title = t('stock-count:of', { branch: isolateBidi(record.branch_name) });
  useTitle(title);
  const left = countPendingEntries(waiting);
  const counted = counting.lines.some((line) => line.counted !== null);
  return (
    <>
      <PageHeader
        title={title}
        aside={<Badge variant="info">{t('stock-count:status.draft')}</Badge>}
        breadcrumbs={<BackLink to={paths.stockCounts} label={t('stock-count:title')} />}
        description={record.notes === null ? null : <bdi>{record.notes}</bdi>}
        actions={
          <>
            <Menu trigger={<IconButton label={t('stock-count:more_actions')} icon={<MoreHorizontal />} />}>
              {can(api.stock.list) ? (
                <MenuItem icon={<ListPlus />} onSelect={() => setOpen('missing')}>
                  {t('stock-count:missing.open')}
                </MenuItem>
              ) : null}
              {record.actions.includes('delete') ? (
                <MenuItem danger icon={<Trash2 />} onSelect={() => setOpen('drop')}>
                  {t('stock-count:drop.open')}
                </MenuItem>
              ) : null}
            </Menu>
            <Button
              variant="primary"
              icon={<Check />}
              disabled={!counted || left > 0}
              onClick={() => setOpen('post')}
            >
              {t('stock-count:post.open')}
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-3 lg:sticky lg:top-18">
          {unknown === null ? null : (
            <Banner
              tone="danger"
              title={t('stock-count:unknown', { barcode: isolateBidi(unknown) })}
              onClose={counting.forget}
              closeLabel={t('kit:close')}
            >
              {t('stock-count:unknown_text')}
            </Banner>
          )}
          <RowsLeftOutBanner
            rows={record.rows_left_out}
            busy={counting.dropping}
            onDrop={() => void counting.dropRows()}
          />
          <LastCard
            key={counting.current?.item_id}
            line={counting.current}
            turn={counting.turn}
            put={counting.put}
            scan={counting.scan}
          />
          <ItemFinder label={t('stock-count:find')} onFound={counting.found} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-subtle">
            <ScanHint text={t('stock-count:scan_hint')} />
            <SyncState left={left} offline={counting.offline} />
          </div>
        </div>
        <CountLinesCard counting={counting} />
      </div>
      {open === 'post' ? (
        <PostDialog record={record} lines={counting.lines} onClose={close} onPosted={counting.answered} />
      ) : open === 'drop' ? (
        <DropDialog of={record} onClose={close} onDropped={leave} />
      ) : open === 'missing' ? (
        <MissingDialog record={record} onClose={close} onAdded={counting.answered} />
      ) : null}
    </>
  );
};

/** Shows whether all counts are saved, and that unsaved ones are kept on this device. */
const SyncState = ({ left, offline }: { left: number; offline: boolean }) => {
  const { t } = useTranslation('stock-count');
  const { number } = useFormat();
  const Icon = offline ? CloudOff : left > 0 ? RefreshCw : Check;
  const key = offline ? 'offline' : left > 0 ? 'sending' : 'saved';
  return (
    <span
      role="status"
      className={cx(
        'inline-flex items-center gap-1.5',
        offline ? 'text-warning-text' : left === 0 && 'text-success-text',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      {t(`sync.${key}`, { left: number(left) })}
    </span>
  );
};
