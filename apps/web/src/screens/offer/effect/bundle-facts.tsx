import { MoneyText } from '../../../kit/kinds/money.tsx';
import { Bdi, isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { api } from '../../../lib/server/api.ts';
import type { ResultOf } from '../../../lib/server/endpoint.ts';
import { cx, Table, Td, THead, Th, Tr } from '../../../ui/index.ts';

type Bundle = NonNullable<ResultOf<typeof api.offer.effect>['bundle']>;

/** What a bundle contains, what it saves, and how many can be made from the stock. */
export const BundleFacts = ({ of, currency }: { of: Bundle; currency: string }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const { number, percent } = useFormat();
  const isDearer = of.saving < 0;
  return (
    <div className="grid gap-3">
      <p className={cx('text-lg font-medium', of.available > 0 ? 'text-ink' : 'text-danger-text')}>
        {of.limited_by
          ? t('offer:bundle.can_be_made', {
              count: of.available,
              number: number(of.available),
              title: isolateBidi(of.limited_by.title),
            })
          : number(of.available)}
      </p>
      <Table aria-label={t('offer:part.parts')}>
        <THead>
          <tr>
            <Th>{t('fields:product_id')}</Th>
            <Th align="end">{t('offer:bundle.single')}</Th>
            <Th align="end">{t('offer:bundle.share')}</Th>
          </tr>
        </THead>
        <tbody>
          {of.parts.map((part) => (
            <Tr key={part.item_id}>
              <Td>
                <bdi>{part.title}</bdi>
                {part.quantity === 1 ? null : (
                  <Bdi dir="ltr" className="ms-1.5 text-sm whitespace-nowrap text-subtle">
                    × {number(part.quantity)}
                  </Bdi>
                )}
              </Td>
              <Td align="end">
                <MoneyText amount={part.list} currency={currency} />
              </Td>
              <Td align="end">
                <MoneyText amount={part.share} currency={currency} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
        <dt className="text-muted">{t('offer:bundle.one_by_one')}</dt>
        <dd className="text-end tabular">
          <MoneyText amount={of.total} currency={currency} />
        </dd>
        <dt className="text-muted">{t('fields:bundle_price')}</dt>
        <dd className={cx('text-end font-medium tabular', of.below_cost ? 'text-danger-text' : 'text-ink')}>
          <MoneyText amount={of.price} currency={currency} />
        </dd>
        <dt className="text-muted">{t(isDearer ? 'offer:bundle.dearer' : 'offer:bundle.saving')}</dt>
        <dd className={cx('text-end tabular', isDearer ? 'text-warning-text' : 'text-success-text')}>
          <MoneyText amount={Math.abs(of.saving)} currency={currency} />{' '}
          <bdi>({percent(of.total === 0 ? 0 : Math.abs(of.saving / of.total) * 100)})</bdi>
        </dd>
      </dl>
      {of.below_cost && of.cost !== null ? (
        <p className="text-sm text-danger-text">
          {t('offer:effect.below_cost')} <MoneyText amount={of.cost} currency={currency} />
        </p>
      ) : null}
    </div>
  );
};
