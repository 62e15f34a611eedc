import { CardLink, Link } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { RecordStates } from '../../kit/record-states.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { AddressPlate } from '../../shared/address-plate.tsx';
import { Badge, Card, CardBody, CardHeader, SkeletonRows } from '../../ui/index.ts';

type Address = RowOf<typeof api.address.list>;

/** The number of addresses shown; a link opens all of them. */
const VISIBLE_ADDRESSES = 5;

/** Where a customer wants orders delivered, with the zone and its charge. */
export const CustomerAddresses = ({ user_id }: { user_id: number }) => {
  const { t } = useTranslation(['customer', 'kit']);
  const read = useRead(api.address.list, { user_id, limit: VISIBLE_ADDRESSES });
  return (
    <Card>
      <CardHeader
        title={t('customer:addresses')}
        actions={
          <CardLink to={withQuery(paths.addresses, { user_id })}>{t('customer:addresses_all')}</CardLink>
        }
      />
      <CardBody>
        <RecordStates
          read={read}
          use={api.address.list}
          loading={<SkeletonRows rows={2} columns={1} label={t('kit:list.loading')} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <p className="text-muted">{t('customer:addresses_none')}</p>
            ) : (
              <ul className="divide-y divide-line">
                {rows.map((row) => (
                  <AddressLine key={row.id} of={row} />
                ))}
              </ul>
            )
          }
        </RecordStates>
      </CardBody>
    </Card>
  );
};

const AddressLine = ({ of }: { of: Address }) => {
  const { t } = useTranslation('address');
  return (
    <li className="py-2">
      <Link to={paths.address(of.id)} className="hit flex w-fit flex-wrap gap-x-2 rounded-sm hover:underline">
        <AddressPlate of={of.info} />
        {of.area_name ? <bdi>{of.area_name}</bdi> : null}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-subtle">
        {of.default === 1 ? <Badge>{t('default')}</Badge> : null}
        {of.zone ? (
          <>
            <bdi>{of.zone.name}</bdi>
            <MoneyText amount={of.zone.delivery_charge} />
          </>
        ) : (
          <span className="text-warning-text">{t('zone.none')}</span>
        )}
      </span>
    </li>
  );
};
