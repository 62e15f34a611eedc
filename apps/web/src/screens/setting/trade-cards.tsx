import { useWatch } from 'react-hook-form';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';
import { DiscountHours } from './discount-hours.tsx';
import { formFields } from './fields.ts';
import { HoldsNow } from './holds-now.tsx';
import { hidesWhenEmpty, SettingInput } from './search.tsx';

/** The settings that affect prices, tills and printed documents: delivery, discounts, tax, cash and print. */
export const TradeCards = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('setting');
  const code: unknown = useWatch({ name: formFields.Currency.name });
  const currency = isolateBidi(String(code));
  return (
    <>
      <Card className={hidesWhenEmpty}>
        <CardHeader title={t('part.shipping')} description={t('part.shipping_text')} />
        <CardBody className="grid gap-gap sm:grid-cols-2">
          <SettingInput of={formFields.fixed_custom_shipping_price} hint={t('shipping_hint', { currency })} />
          <SettingInput of={formFields.free_after_amount} hint={t('free_hint', { currency })} />
          <SettingInput of={formFields.unpaid_minutes} hint={t('unpaid_hint')} className="sm:col-span-2" />
          <HoldsNow of="delivery" />
        </CardBody>
      </Card>
      <Card className={hidesWhenEmpty}>
        <CardHeader title={t('part.tax')} />
        <CardBody className="grid gap-gap">
          <SettingInput of={formFields.tax_mode} hint={t('tax_mode_hint')} />
          <HoldsNow of="tax" />
        </CardBody>
      </Card>
      <Card className={hidesWhenEmpty}>
        <CardHeader title={t('part.cash')} />
        <CardBody className="grid gap-gap sm:grid-cols-2">
          <SettingInput of={formFields.cash_rounding} hint={t('cash_rounding_hint')} />
          <SettingInput of={formFields.cash_tolerance} hint={t('cash_tolerance_hint', { currency })} />
          <SettingInput of={formFields.safe_limit} hint={t('safe_limit_hint')} />
          <SettingInput of={formFields.driver_cash_limit} hint={t('driver_cash_limit_hint')} />
          <HoldsNow of="cash" />
        </CardBody>
      </Card>
      <Card className={hidesWhenEmpty}>
        <CardHeader title={t('part.discount')} description={t('part.discount_text')} />
        <CardBody className="grid gap-gap">
          <DiscountHours disabled={disabled} />
          <SettingInput of={formFields.seller_max_discount} hint={t('seller_hint')} />
          <HoldsNow of="slots" />
        </CardBody>
      </Card>
      <Card className={hidesWhenEmpty}>
        <CardHeader title={t('part.print')} />
        <CardBody className="grid gap-gap">
          <SettingInput of={formFields.print_profile} hint={t('print_hint')} />
        </CardBody>
      </Card>
    </>
  );
};
