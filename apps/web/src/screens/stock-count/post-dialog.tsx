import { FinalWords } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { showFailureToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ForceReasons, useForceDialog } from '../../shared/force-dialog.tsx';
import { Difference } from '../../shared/stock-figures.tsx';
import { Banner, ConfirmDialog, cx } from '../../ui/index.ts';
import type { Count, StockCountLine } from './use-count.ts';

/** The number of differences listed by name. */
const NAMED = 6;

type PostDialogProps = {
  record: Count;
  lines: readonly StockCountLine[];
  onClose: () => void;
  onPosted: (results: Count) => void;
};

/** Sets the stock to the counts, after showing the changes and their value, because this cannot be undone. */
export const PostDialog = ({ record, lines, onClose, onPosted }: PostDialogProps) => {
  const { t } = useTranslation(['stock-count', 'force', 'kit']);
  const { number } = useFormat();
  const force = useForceDialog();
  const write = useWrite(api.stockCount.post, {
    success: t('stock-count:post.done', { branch: isolateBidi(record.branch_name) }),
    onSuccess: (results) => {
      onPosted(results);
      onClose();
    },
    silent: true,
    onFailure: (failure) => {
      if (force.take(failure)) return;
      showFailureToast(failure);
      onClose();
    },
  });
  const { asked } = force;
  const different = lines
    .filter((line) => line.difference !== null && line.difference !== 0)
    .toSorted((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0));
  const open = lines.filter((line) => line.counted === null).length;
  const rest = different.length - NAMED;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('stock-count:post.title', { branch: isolateBidi(record.branch_name) })}
      text={<FinalWords>{t(asked ? 'force:text' : 'stock-count:post.text')}</FinalWords>}
      confirmLabel={t(asked ? 'stock-count:post.anyway' : 'stock-count:post.open')}
      danger={asked !== null}
      cancelLabel={t('kit:cancel')}
      loading={write.busy}
      onConfirm={() =>
        void write.submit({ id: record.id, version: record.version, ...(asked ? { force: true } : {}) })
      }
    >
      {asked ? (
        <ForceReasons of={asked} rows={force.rows} orders={force.orders} />
      ) : different.length === 0 ? (
        <Banner tone="success">{t('stock-count:post.none')}</Banner>
      ) : (
        <div className="rounded-md border border-line">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line bg-sunken px-3 py-2 font-medium">
            <span>
              {t('stock-count:post.lines', { count: different.length, shown: number(different.length) })}
            </span>
            <span className={cx(record.value < 0 && 'text-danger-text')}>
              ≈ <MoneyText amount={record.value} />
            </span>
          </p>
          <ul className="divide-y divide-line">
            {different.slice(0, NAMED).map((line) => (
              <li key={line.item_id} className="flex items-baseline justify-between gap-3 px-3 py-1.5">
                <bdi className="min-w-0 truncate">{line.title}</bdi>
                <Difference of={line.difference ?? 0} />
              </li>
            ))}
            {rest > 0 ? (
              <li className="px-3 py-1.5 text-subtle">{t('kit:bulk.more', { shown: number(rest) })}</li>
            ) : null}
          </ul>
        </div>
      )}
      {open > 0 ? (
        <p className="mt-3 text-muted">
          {t('stock-count:post.open_lines', { count: open, shown: number(open) })}
        </p>
      ) : null}
    </ConfirmDialog>
  );
};
