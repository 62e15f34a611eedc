import { api } from '@dukkan/contract';
import { Link } from 'react-router-dom';
import { Can } from '../../kit/index.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { Banner, Button } from '../../ui/index.ts';
import type { PastedLine } from './paste.ts';

type UnknownProps = {
  rows: readonly PastedLine[];
  busy: boolean;
  /** Looks them up again: their products may stand now. */
  onRetry: () => void;
  onDrop: () => void;
};

/** Barcodes that nothing carries, with what came beside them: nothing of a list is lost silently. */
export const Unknown = ({ rows, busy, onRetry, onDrop }: UnknownProps) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  if (rows.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title={t('unknown.title', { count: rows.length, shown: number(rows.length) })}
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
      <ul className="mt-1 flex max-h-40 flex-col gap-0.5 overflow-y-auto">
        {rows.map((row, at) => (
          <li key={`${row.barcode}-${at.toString()}`} className="flex flex-wrap gap-x-3">
            <Bdi dir="ltr" className="tabular">
              {row.barcode}
            </Bdi>
            <span className="text-muted">
              × <Bdi>{row.quantity}</Bdi>
            </span>
            <Can use={api.product.save}>
              <Link
                to={withQuery(paths.productNew, { barcode: row.barcode })}
                target="_blank"
                className="text-primary-text hover:underline"
              >
                {t('unknown.add')}
              </Link>
            </Can>
          </li>
        ))}
      </ul>
    </Banner>
  );
};
