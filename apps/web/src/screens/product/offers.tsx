import { Link, WhenNear } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';

type Offer = RowOf<typeof api.offer.list>;

const OFFERS_MAX = 20;

/** The discounts and offers that apply to a product today. */
export const Offers = ({ product_id }: { product_id: number }) =>
  useSession().can(api.offer.list) ? (
    <WhenNear placeholder={<div className="h-12" />}>
      <CurrentOffers product_id={product_id} />
    </WhenNear>
  ) : null;

const CurrentOffers = ({ product_id }: { product_id: number }) => {
  const { t } = useTranslation('product');
  const query = { product_id, limit: OFFERS_MAX };
  const discounts = useRead(api.discount.list, query).results ?? [];
  const offers = useRead(api.offer.list, query).results ?? [];
  const current = [
    ...discounts
      .filter(({ holds }) => holds === 'now')
      .map((row) => ({
        key: `discount-${row.id}`,
        title: row.title,
        to: row.multi === 1 ? paths.multiDiscount(row.id) : paths.discount(row.id),
        value: <OfferReduction type={row.type} value={row.value} />,
      })),
    ...offers
      .filter(({ holds }) => holds === 'now')
      .map((row) => ({ key: `offer-${row.id}`, title: row.title, to: toOfferPath(row), value: null })),
  ];
  if (current.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('read.offers')} />
      <CardBody>
        <ul className="divide-y divide-line">
          {current.map(({ key, title, to, value }) => (
            <li key={key} className="flex items-baseline justify-between gap-3 py-1.5">
              <Link to={to} className="hit min-w-0 rounded-sm text-primary-text hover:underline">
                <bdi>{title}</bdi>
              </Link>
              {value}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

const toOfferPath = ({ id, type }: Offer): string =>
  type === 'bundle' ? paths.bundle(id) : type === 'coupon' ? paths.coupon(id) : paths.wholesale(id);

const OfferReduction = ({ type, value }: { type: 'percent' | 'fixed'; value: number }) => {
  const { percent } = useFormat();
  return type === 'percent' ? (
    <bdi className="tabular">−{percent(value)}</bdi>
  ) : (
    <MoneyText amount={-value} />
  );
};
