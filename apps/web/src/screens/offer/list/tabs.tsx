import { PageTabs } from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';

/** Returns the label of a tab with its count, once the count is loaded. */
function useCountedLabel() {
  const { t } = useTranslation('offer');
  const { counted } = useFormat();
  return (name: string, total: number | undefined): string =>
    total === undefined ? t(name) : t('tab.counted', { name: t(name), count: counted(total) });
}

/** The tabs for the three kinds of offers; each is a page. */
export const OfferTabs = () => {
  const { t } = useTranslation('offer');
  const label = useCountedLabel();
  const enabled = useSession().can(api.offer.list);
  const wholesales = useRead(api.offer.list, { type: 'wholesale', limit: 1 }, { enabled }).meta?.total;
  const bundles = useRead(api.offer.list, { type: 'bundle', limit: 1 }, { enabled }).meta?.total;
  const coupons = useRead(api.offer.list, { type: 'coupon', limit: 1 }, { enabled }).meta?.total;
  return (
    <PageTabs
      label={t('tab.offers')}
      tabs={[
        { to: paths.wholesales, label: label('wholesale.title', wholesales) },
        { to: paths.bundles, label: label('bundle.title', bundles) },
        { to: paths.coupons, label: label('coupon.title', coupons) },
      ]}
    />
  );
};

/** The tabs for discounts of one product and of several. */
export const DiscountTabs = () => {
  const { t } = useTranslation('offer');
  const label = useCountedLabel();
  const enabled = useSession().can(api.discount.list);
  const single = useRead(api.discount.list, { multi: 0, limit: 1 }, { enabled }).meta?.total;
  const multi = useRead(api.discount.list, { multi: 1, limit: 1 }, { enabled }).meta?.total;
  return (
    <PageTabs
      label={t('tab.discounts')}
      tabs={[
        { to: paths.discounts, label: label('discount.title', single) },
        { to: paths.multiDiscounts, label: label('multi_discount.title', multi) },
      ]}
    />
  );
};
