import { CURRENCIES } from '@dukkan/commerce';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormPage, Link, Timeline } from '../../kit/index.ts';
import { ZonePicker } from '../../kit/pickers/zone-picker.tsx';
import { CurrencyScope } from '../../lib/currency.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Banner, Button, Card, CardBody, CardHeader, cx, Select } from '../../ui/index.ts';
import { CountryPicker } from './country.tsx';
import { type Setting, useSettingDraft } from './draft.ts';
import { formFields } from './fields.ts';
import { HoldsNow } from './holds-now.tsx';
import { FailedJobsBanner, FailedJobsCard } from './jobs-card.tsx';
import { hidesWhenEmpty, SettingInput, SettingSearch } from './search.tsx';
import { TradeCards } from './trade-cards.tsx';

/** A target of the first-login tour. */
const TourTarget = ({ of, children }: { of: string; children: ReactNode }) => (
  <div data-tour={`setting.${of}`} className={cx('min-w-0', hidesWhenEmpty)}>
    {children}
  </div>
);

export const SettingForm = ({ setting }: { setting: Setting }) => {
  const { t } = useTranslation('setting');
  const locked = !useSession().can(api.setting.save);
  /** The failure's message when the currency cannot change because open orders use it; else null. */
  const [inUse, setInUse] = useState<string | null>(null);
  const draft = useSettingDraft(setting, t('saved'), ({ code, message }) => {
    setInUse(code === 'settings.currency_in_use' ? message : null);
    return false;
  });
  return (
    <FormPage
      draft={draft}
      title={t('title')}
      back={{ to: paths.home, label: t('back') }}
      actions={<Timeline noun="setting" id={1} facts={formFields} />}
    >
      {inUse !== null ? (
        <Banner tone="warning" className="mb-gap" title={inUse}>
          {t('currency_in_use')}{' '}
          <Link
            to={withQuery(paths.orders, { under_way: 1 })}
            className="hit rounded-sm text-primary-text underline"
          >
            {t('currency_orders')}
          </Link>
        </Banner>
      ) : null}
      <FailedJobsBanner />
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <SettingSearch>
        <fieldset disabled={locked} className="grid min-w-0 items-start gap-gap lg:grid-cols-2">
          <InChosenCurrency>
            <div className={cx('grid min-w-0 gap-gap', hidesWhenEmpty)}>
              <Card className={hidesWhenEmpty}>
                <CardHeader title={t('part.brand')} description={t('part.brand_text')} />
                <CardBody className="grid gap-gap">
                  <TourTarget of="app_name">
                    <SettingInput of={formFields.AppName} required />
                  </TourTarget>
                  <TourTarget of="logo">
                    <SettingInput of={formFields.logo} hint={t('logo_hint')} disabled={locked} />
                  </TourTarget>
                  <TourTarget of="favicon">
                    <SettingInput of={formFields.favIcon} hint={t('favicon_hint')} disabled={locked} />
                  </TourTarget>
                </CardBody>
              </Card>
              <Card className={hidesWhenEmpty}>
                <CardHeader title={t('part.contact')} description={t('part.contact_text')} />
                <CardBody className="grid gap-gap">
                  <TourTarget of="email">
                    <SettingInput of={formFields.email} />
                  </TourTarget>
                  <TourTarget of="phone">
                    <SettingInput of={formFields.phone} />
                  </TourTarget>
                  <SettingInput of={formFields.website} hint={t('website_hint')} />
                </CardBody>
              </Card>
            </div>
            <div className={cx('grid min-w-0 gap-gap', hidesWhenEmpty)}>
              <Card className={hidesWhenEmpty}>
                <CardHeader title={t('part.region')} />
                <CardBody className="grid gap-gap sm:grid-cols-2">
                  <SettingInput of={formFields.country} hint={t('country_hint')}>
                    {({ value, onChange }) => (
                      <CountryPicker value={String(value ?? '')} onChange={onChange} />
                    )}
                  </SettingInput>
                  <SettingInput of={formFields.timezone} hint={t('timezone_hint')}>
                    {({ value, onChange }) => <ZonePicker value={String(value ?? '')} onChange={onChange} />}
                  </SettingInput>
                  <SettingInput of={formFields.hijri_offset} hint={t('hijri_hint')} />
                  <SettingInput of={formFields.week_start} hint={t('week_start_hint')} />
                  <SettingInput of={formFields.day_end} hint={t('day_end_hint')} />
                </CardBody>
              </Card>
              <Card className={hidesWhenEmpty}>
                <CardHeader title={t('part.order')} />
                <CardBody className="grid gap-gap sm:grid-cols-2">
                  <SettingInput of={formFields.Currency} hint={t('currency_hint')} className="sm:col-span-2">
                    {({ value, onChange }) => (
                      <CurrencySelect value={String(value ?? '')} onChange={onChange} disabled={locked} />
                    )}
                  </SettingInput>
                  <SettingInput of={formFields.minimum_order} hint={<MinimumHint />} />
                  <SettingInput of={formFields.minimum_products} hint={t('minimum_products_hint')} />
                  <HoldsNow of="minimum" />
                </CardBody>
              </Card>
            </div>
            <TradeCards disabled={locked} />
          </InChosenCurrency>
        </fieldset>
      </SettingSearch>
      <Card className="pb-2.5">
        <CardHeader
          title={t('mails.title')}
          description={t('mails.text')}
          actions={
            <Button asChild>
              <Link to={paths.mailTemplates}>{t('mails.open')}</Link>
            </Button>
          }
        />
      </Card>
      <FailedJobsCard />
    </FormPage>
  );
};

/** Shows amounts in the currency selected in the form, even before it is saved. */
const InChosenCurrency = ({ children }: { children: ReactNode }) => {
  const currency: unknown = useWatch({ name: formFields.Currency.name });
  return <CurrencyScope of={{ currency }}>{children}</CurrencyScope>;
};

type CurrencySelectProps = { value: string; onChange: (code: string) => void; disabled: boolean };

const CurrencySelect = ({ value, ...rest }: CurrencySelectProps) => {
  const { currency } = useFormat();
  const codes = CURRENCIES.includes(value) ? CURRENCIES : [value, ...CURRENCIES];
  return (
    <Select
      {...rest}
      value={value}
      options={codes.map((code) => ({
        value: code,
        label: (
          <>
            {currency(code)} <Bdi dir="ltr">({code})</Bdi>
          </>
        ),
      }))}
    />
  );
};

/** Shows the minimum in the currency selected in the form, even before it is saved. */
const MinimumHint = () => {
  const { t } = useTranslation('setting');
  const code: unknown = useWatch({ name: formFields.Currency.name });
  return t('minimum_order_hint', { currency: isolateBidi(String(code)) });
};
