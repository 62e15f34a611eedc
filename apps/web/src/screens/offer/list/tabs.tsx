import { PageTabs } from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';

/** A tab's name with how many stand there, once that is known. */
function useCountedLabel() {
  const { t } = useTranslation('offer');
  const { counted } = useFormat();
  return (name: string, total: number | undefined): string =>
    total === undefined ? t(name) : t('tab.counted', { name: t(name), count: counted(total) });
}

/** The three kinds of offers, each a page of its own. */
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

/** Discounts of one product and of several: one noun, two lists. */
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
