import type { RowLeftOut } from '@dukkan/contract';
import { Bdi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Banner, Button } from '../ui/index.ts';

/** Rows that no product was found for: where each stands, what it was looked up by, how many units. */
export const RowsLeftOut = ({ rows }: { rows: readonly RowLeftOut[] }) => {
  const { t } = useTranslation('force');
  const { number } = useFormat();
  return (
    <ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto text-sm">
      {rows.map(({ row, code, quantity }, at) => (
        <li key={`${row ?? ''}-${code}-${at.toString()}`} className="flex flex-wrap gap-x-3">
          {row === null ? null : (
            <span className="text-muted">{t('force:rows.row', { row: number(row) })}</span>
          )}
          <Bdi className="tabular [overflow-wrap:anywhere]">{code}</Bdi>
          {quantity === null ? null : (
            <span className="text-muted">
              × <Bdi>{number(quantity)}</Bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};

type BannerProps = { rows: readonly RowLeftOut[]; busy?: boolean; onDrop: () => void };

/** The same on a page, until they are decided about: nothing of a delivery is lost silently. */
export const RowsLeftOutBanner = ({ rows, busy = false, onDrop }: BannerProps) => {
  const { t } = useTranslation('force');
  const { number } = useFormat();
  if (rows.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title={t('force:rows.title', { count: rows.length, shown: number(rows.length) })}
      actions={
        <Button size="sm" variant="ghost" loading={busy} onClick={onDrop}>
          {t('force:rows.drop')}
        </Button>
      }
    >
      <RowsLeftOut rows={rows} />
    </Banner>
  );
};

/** One more scan of a code that nothing carries: counted where it stands already. */
export function addUnknownScan(rows: readonly RowLeftOut[], code: string): RowLeftOut[] {
  const known = rows.find((one) => one.code === code);
  if (!known) return [...rows, { row: null, code, quantity: 1 }];
  return rows.map((one) => (one === known ? { ...one, quantity: (one.quantity ?? 0) + 1 } : one));
}
