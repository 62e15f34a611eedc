import { CountLink } from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { cx } from '../../../ui/index.ts';

export type UsesMeterProps = {
  of: {
    readonly id: number;
    readonly title: string;
    /** In the user's branches. */
    readonly uses: number;
    readonly uses_left: number | null;
    readonly info: { readonly usage_limit: number | null };
  };
};

/** How often a coupon was used, of its maximum number of uses; the number links to its orders. */
export const UsesMeter = ({ of: { id, title, uses, uses_left, info } }: UsesMeterProps) => {
  const { t } = useTranslation('offer');
  const { number } = useFormat();
  const { usage_limit: limit } = info;
  const link = (
    <CountLink
      count={uses}
      to={withQuery(paths.orders, { coupon_id: id })}
      label={t('coupon.orders_of', { title })}
    />
  );
  if (limit === null) return link;
  const used = limit - (uses_left ?? 0);
  const share = Math.min(100, (used / limit) * 100);
  return (
    <span className="inline-flex min-w-24 flex-col gap-1">
      <bdi dir="ltr" className="whitespace-nowrap">
        {link} {uses === used ? <span className="text-subtle">/ {number(limit)}</span> : null}
      </bdi>
      {uses === used ? null : (
        <span className="text-sm text-subtle">
          {t('coupon.uses_left', { count: uses_left ?? 0, number: number(uses_left ?? 0) })}
        </span>
      )}
      <meter
        className="sr-only"
        min={0}
        max={limit}
        value={used}
        aria-label={t('coupon.uses_of', { count: limit, uses: number(used) })}
      />
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-sunken">
        <span
          className={cx('block h-full', share >= 100 ? 'bg-danger-solid' : 'bg-primary')}
          style={{ width: `${share}%` }}
        />
      </span>
    </span>
  );
};
