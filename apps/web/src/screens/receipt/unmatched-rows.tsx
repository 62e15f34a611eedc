import { Link } from 'react-router-dom';
import { Can } from '../../kit/index.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Banner, Button } from '../../ui/index.ts';
import type { UnmatchedRow } from './sheet-lines.ts';

type UnknownProps = {
  rows: readonly UnmatchedRow[];
  busy: boolean;
  /** Looks them up again: their products may stand now; a wrong cell is mended in its line. */
  onRetry: () => void;
  onDrop: () => void;
};

/** Rows that are no lines, with what came beside them and why: nothing of a list is lost silently. */
export const Unknown = ({ rows, busy, onRetry, onDrop }: UnknownProps) => {
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
      <Reasons rows={rows} />
    </Banner>
  );
};

/** Whether no product carries its barcode: what was scanned or pasted is here for no other reason. */
const isUnknown = ({ barcode, reasons }: UnmatchedRow): boolean =>
  barcode !== '' && (reasons?.some(({ code }) => code === 'import.row_unknown') ?? true);

/** Row by row: where it stands, its barcode and name, and what is wrong with which cell. */
export const Reasons = ({ rows }: { rows: readonly UnmatchedRow[] }) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  return (
    <ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
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
              {/* in the page's own language, whatever it quotes first */}
              {message}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
};
