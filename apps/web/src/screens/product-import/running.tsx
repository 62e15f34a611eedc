import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Banner } from '../../ui/index.ts';
import { CancelButton } from './buttons.tsx';
import { Counts } from './counts.tsx';
import { getProgressPercent, type Import } from './import.ts';
import { Progress } from './progress.tsx';

/** An import in progress: being read, checked, written or undone. */
export const Running = ({ row, onImportChange }: { row: Import; onImportChange: (row: Import) => void }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const { state, total_rows: total } = row;
  const counted = state === 'checking' || state === 'running';
  return (
    <>
      <Progress
        title={t(`progress.${state}`)}
        value={counted ? getProgressPercent(row) : undefined}
        figures={
          total === null || !counted
            ? null
            : t('progress.rows', { count: total, done: number(row.done_rows), total: number(total) })
        }
        actions={
          row.actions.includes('cancel') ? <CancelButton row={row} onImportChange={onImportChange} /> : null
        }
      />
      {counted ? <Counts row={row} ahead={state === 'checking'} /> : null}
      <Banner tone="info">{t('progress.leave')}</Banner>
    </>
  );
};
