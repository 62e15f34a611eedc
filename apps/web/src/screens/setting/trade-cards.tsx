import { useWatch } from 'react-hook-form';
import { Input } from '../../kit/index.ts';
import { isolate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card, CardBody, CardHead } from '../../ui/index.ts';
import { f } from './fields.ts';

const SLOTS = [
  [f.midday_from, f.midday_to],
  [f.afternoon_from, f.afternoon_to],
  [f.evening_from, f.evening_to],
] as const;

/** What prices, tills and papers read: shipping, discounts, tax, cash and print (decisions section 11). */
export const TradeCards = () => {
  const { t } = useTranslation('setting');
  const code: unknown = useWatch({ name: f.Currency.name });
  const currency = isolate(String(code));
  return (
    <>
      <Card>
        <CardHead title={t('part.shipping')} description={t('part.shipping_text')} />
        <CardBody className="grid gap-gap sm:grid-cols-2">
          <Input of={f.fixed_custom_shipping_price} hint={t('shipping_hint', { currency })} />
          <Input of={f.free_after_amount} hint={t('free_hint', { currency })} />
          <Input of={f.unpaid_minutes} hint={t('unpaid_hint')} className="sm:col-span-2" />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('part.tax')} />
        <CardBody className="grid gap-gap">
          <Input of={f.tax_mode} hint={t('tax_mode_hint')} />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('part.cash')} />
        <CardBody className="grid gap-gap sm:grid-cols-2">
          <Input of={f.cash_rounding} hint={t('cash_rounding_hint')} />
          <Input of={f.cash_tolerance} hint={t('cash_tolerance_hint', { currency })} />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('part.discount')} description={t('part.discount_text')} />
        <CardBody className="grid grid-cols-2 gap-gap">
          {SLOTS.flat().map((fact) => (
            <Input key={fact.name} of={fact} required />
          ))}
          <Input of={f.seller_max_discount} hint={t('seller_hint')} className="col-span-2" />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('part.print')} />
        <CardBody className="grid gap-gap">
          <Input of={f.print_profile} hint={t('print_hint')} />
        </CardBody>
      </Card>
    </>
  );
};
