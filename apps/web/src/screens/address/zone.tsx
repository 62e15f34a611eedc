import type { api } from '@dukkan/contract';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';

type Zone = RowOf<typeof api.address.list>['zone'];

/** The zone of an address with its delivery fee; red outside the delivery area. */
export const ZoneCell = ({ zone }: { zone: Zone }) => {
  const { t } = useTranslation('address');
  if (!zone) return <span className="text-danger-text">{t('zone.none')}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <bdi>{zone.name}</bdi>
      <span className="text-muted">
        <MoneyText amount={zone.delivery_charge} />
      </span>
    </span>
  );
};

/** The zone of an address with all its delivery terms. */
export const ZoneFacts = ({ zone, isPlaced }: { zone: Zone; isPlaced: boolean }) => {
  const { t } = useTranslation(['address', 'fields']);
  const { number } = useFormat();
  if (!zone)
    return (
      <p className="text-sm text-danger-text">
        {t(isPlaced ? 'address:zone.none' : 'address:zone.unpinned')}
      </p>
    );
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-base font-semibold">
        <bdi>{zone.name}</bdi>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-subtle">{t('fields:delivery_charge')}</dt>
        <dd>
          <MoneyText amount={zone.delivery_charge} />
        </dd>
        <dt className="text-subtle">{t('address:zone.min_order')}</dt>
        <dd>
          <MoneyText amount={zone.min_order} />
        </dd>
        {zone.free_after_amount > 0 ? (
          <>
            <dt className="text-subtle">{t('address:zone.free')}</dt>
            <dd>
              <MoneyText amount={zone.free_after_amount} />
            </dd>
          </>
        ) : null}
        {zone.delivery_minutes === null ? null : (
          <>
            <dt className="text-subtle">{t('fields:delivery_minutes')}</dt>
            <dd>
              <bdi>
                {t('address:zone.minutes', {
                  count: zone.delivery_minutes,
                  shown: number(zone.delivery_minutes),
                })}
              </bdi>
            </dd>
          </>
        )}
      </dl>
      <p className="text-subtle">{t('address:zone.as_saved')}</p>
    </div>
  );
};
