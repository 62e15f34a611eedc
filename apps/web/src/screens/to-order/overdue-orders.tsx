import { Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Banner } from '../../ui/index.ts';
import type { SuggestionMeta } from './draft.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** Orders that should have come long ago and still count as on the way, so that less is suggested than is missing. */
export const OverdueOrders = ({ of }: { of: SuggestionMeta['overdue_orders'] }) => {
  const { t } = useTranslation('to-order');
  const { number, dayParts } = useFormat();
  return (
    <Banner
      tone="warning"
      className="mb-gap"
      title={t('overdue.title', { count: of.length, shown: number(of.length) })}
    >
      <p>{t('overdue.text')}</p>
      <ul className="mt-1 grid gap-1">
        {of.map(({ id, supplier_name, expected_on }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3">
            <OrderName id={id} supplier={supplier_name} />
            <span className="text-sm text-muted">
              {t('overdue.expected', { day: isolateBidi(dayParts(expected_on, DAY)) })}
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
};

/** The supplier and number of an order, as a link for who may open it. */
const OrderName = ({ id, supplier }: { id: number; supplier: string }) => {
  const { can } = useSession();
  const name = (
    <>
      <bdi>{supplier}</bdi> <bdi dir="ltr">#{id}</bdi>
    </>
  );
  return can(api.receipt.show) ? (
    <Link to={paths.receiptEdit(id)} className="font-medium text-primary-text hover:underline">
      {name}
    </Link>
  ) : (
    <span className="font-medium">{name}</span>
  );
};
