import type { api } from '@dukkan/contract';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { Banner } from '../../ui/index.ts';

/** The terms that apply after inheritance from the places above, as last saved. */
export const EffectiveTerms = ({ terms }: { terms: RowOf<typeof api.location.show>['terms'] }) => {
  const { t } = useTranslation(['location', 'fields']);
  const { number } = useFormat();
  if (!terms)
    return (
      <div className="sm:col-span-2">
        <Banner tone="warning">{t('location:holds.nothing')}</Banner>
      </div>
    );
  return (
    <dl
      aria-label={t('location:holds.title')}
      className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg bg-sunken p-3 text-sm sm:col-span-2"
    >
      <div>
        <dt className="text-subtle">{t('fields:delivery_charge')}</dt>
        <dd>
          <MoneyText amount={terms.delivery_charge} />
        </dd>
      </div>
      <div>
        <dt className="text-subtle">{t('fields:min_order')}</dt>
        <dd>
          <MoneyText amount={terms.min_order} />
        </dd>
      </div>
      <div>
        <dt className="text-subtle">{t('fields:delivery_minutes')}</dt>
        <dd>
          <bdi>
            {terms.delivery_minutes === null ? t('location:holds.unsaid') : number(terms.delivery_minutes)}
          </bdi>
        </dd>
      </div>
      <div>
        <dt className="text-subtle">{t('fields:free_after_amount')}</dt>
        <dd>
          {terms.free_after_amount === 0 ? (
            t('location:holds.never')
          ) : (
            <MoneyText amount={terms.free_after_amount} />
          )}
        </dd>
      </div>
    </dl>
  );
};
