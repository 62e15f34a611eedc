import { Can, Link } from '../../kit/index.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Banner, Button } from '../../ui/index.ts';
import { canAssign } from './assign-rows.ts';
import type { ItemWithLastCost } from './find-item.ts';
import { ItemSearch } from './item-search.tsx';
import type { UnmatchedRow } from './sheet-lines.ts';

/** The number of product boxes rendered at once; further rows get theirs when earlier ones are done. */
const BOXES = 50;

type UnknownProps = {
  rows: readonly UnmatchedRow[];
  busy: boolean;
  /** Looks the rows up again, because their products may exist by now; invalid cells are corrected in their lines. */
  onRetry: () => void;
  onDrop: () => void;
  /** Called when a product was selected for a row. */
  onAssign: (row: UnmatchedRow, item: ItemWithLastCost) => void;
};

/** Lists rows that could not become lines, with their data and the reasons, so that no row is lost silently. */
export const Unknown = ({ rows, busy, onRetry, onDrop, onAssign }: UnknownProps) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  if (rows.length === 0) return null;
  const counted = { count: rows.length, shown: number(rows.length) };
  return (
    <Banner
      tone="warning"
      title={t(rows.some(({ reasons }) => reasons) ? 'list.refused' : 'unknown.title', counted)}
      actions={
        <>
          <Button size="sm" loading={busy} onClick={onRetry}>
            {t('unknown.retry')}
          </Button>
          <Button size="sm" variant="ghost" onClick={onDrop}>
            {t('unknown.drop')}
          </Button>
        </>
      }
    >
      <UnmatchedReasons rows={rows} onAssign={onAssign} />
    </Banner>
  );
};

/** Returns whether a row's barcode is unknown; for scanned or pasted rows this is the only possible reason. */
const isUnknown = ({ barcode, reasons }: UnmatchedRow): boolean =>
  barcode !== '' && (reasons?.some(({ code }) => code === 'import.row_unknown') ?? true);

type ReasonsProps = Pick<UnknownProps, 'onAssign'> & { rows: readonly UnmatchedRow[] };

/** Lists the rows with row number, barcode and name, the invalid cells, and a box to select the product. */
export const UnmatchedReasons = ({ rows, onAssign }: ReasonsProps) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  const boxed = new Set(rows.filter(canAssign).slice(0, BOXES));
  return (
    <ul className="mt-1 flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
      {rows.map((one, at) => (
        <li key={`${one.row ?? ''}-${one.barcode}-${at.toString()}`}>
          <span className="flex flex-wrap gap-x-3">
            {one.row === undefined ? null : (
              <span className="text-muted">{t('list.row', { row: number(one.row) })}</span>
            )}
            {one.barcode === '' ? null : (
              <Bdi dir="ltr" className="tabular">
                {one.barcode}
              </Bdi>
            )}
            {one.title ? (
              <span className="[overflow-wrap:anywhere]">
                <bdi>{one.title}</bdi>
              </span>
            ) : null}
            <span className="text-muted">
              × <Bdi>{one.quantity}</Bdi>
            </span>
            {isUnknown(one) ? (
              <Can use={api.product.save}>
                <Link
                  isAction
                  to={withQuery(paths.productNew, { barcode: one.barcode })}
                  target="_blank"
                  className="text-primary-text hover:underline"
                >
                  {t('unknown.add')}
                </Link>
              </Can>
            ) : null}
          </span>
          {(one.reasons ?? []).map(({ column, cell, message }) => (
            <span key={`${column ?? ''}-${message}`} className="block text-sm text-muted">
              {column === null ? null : (
                <>
                  <Bdi dir="ltr">{`${column}${one.row ?? ''}`}</Bdi>
                  {[one.barcode, one.title, ''].includes(cell) || message.includes(cell) ? null : (
                    <>
                      {' '}
                      <bdi>{cell}</bdi>
                    </>
                  )}
                  {': '}
                </>
              )}
              {/* in the page's own direction, even when it begins with a quotation in another language */}
              {message}
            </span>
          ))}
          {boxed.has(one) ? (
            <span className="mt-1 block max-w-md text-ink">
              <ItemSearch
                label={t('list.assign_to', { name: isolateBidi(one.title || one.barcode) })}
                placeholder={t('list.assign')}
                onFound={(item) => onAssign(one, item)}
              />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
};
