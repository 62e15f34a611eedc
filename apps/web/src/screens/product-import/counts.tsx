import { Link } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { Banner, Button, StatusDot } from '../../ui/index.ts';
import { resultLook } from './fields.ts';
import type { Import } from './import.ts';

const NAMES = ['created', 'updated', 'unchanged', 'refused'] as const;

/** The number of rows by result; `ahead` words it as a preview. */
export const Counts = ({ row, ahead }: { row: Import; ahead: boolean }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {NAMES.map((name) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-3.5 py-2.5">
          <dt className="text-sm text-muted">
            <StatusDot variant={resultLook[name]}>{t(`${ahead ? 'would' : 'count'}.${name}`)}</StatusDot>
          </dt>
          <dd className="mt-0.5 text-xl font-semibold tabular">
            <bdi>{number(row[name])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};

/**
 * Notices beside the counts: products that stay disabled because they have no price, and numbers taken as the shop's
 * own codes.
 */
export const Notices = ({ row, ahead }: { row: Import; ahead: boolean }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const price = (
    <Button asChild size="sm">
      <Link to={withQuery(paths.products, { unpriced: 1 })}>{t('notice.price_them')}</Link>
    </Button>
  );
  return (
    <>
      {row.unpriced > 0 ? (
        <Banner tone="warning" actions={ahead ? undefined : price}>
          {t(ahead ? 'notice.would_unpriced' : 'notice.unpriced', {
            count: row.unpriced,
            shown: number(row.unpriced),
          })}
        </Banner>
      ) : null}
      {row.uncoded > 0 ? (
        <Banner tone="info">{t('notice.uncoded', { count: row.uncoded, shown: number(row.uncoded) })}</Banner>
      ) : null}
      {row.own_codes > 0 ? (
        <Banner tone="info">
          {t('notice.own_codes', { count: row.own_codes, shown: number(row.own_codes) })}
        </Banner>
      ) : null}
    </>
  );
};
