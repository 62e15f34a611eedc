import type { RowLeftOut } from '@dukkan/contract';
import { Bdi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Banner, Button } from '../ui/index.ts';

/** Lists rows for which no product was found: row number, the text it was looked up by, and units. */
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

/** Shows the rows without a product above a document until the user decides, so that no row is lost silently. */
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

/** Adds a scan of an unknown barcode; a barcode scanned before gets a higher quantity instead. */
export function addUnknownScan(rows: readonly RowLeftOut[], code: string): RowLeftOut[] {
  const existingRow = rows.find((one) => one.code === code);
  if (!existingRow) return [...rows, { row: null, code, quantity: 1 }];
  return rows.map((one) => (one === existingRow ? { ...one, quantity: (one.quantity ?? 0) + 1 } : one));
}
