import { foldCouponCode } from '@dukkan/commerce';
import { Dices } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput } from '../../../kit/index.ts';
import { MoneySums } from '../../../kit/kinds/money.tsx';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, Card, CardBody, CardHeader, FactList } from '../../../ui/index.ts';
import { offerFields as fields } from '../fields.ts';
import { UsesMeter } from '../list/uses-meter.tsx';
import { generateCode } from './generate-code.ts';
import { OfferForm } from './offer-form.tsx';
import { OfferPage } from './offer-page.tsx';
import { RuleSentence } from './rule-form.tsx';
import { ScopeFields } from './scope-fields.tsx';
import {
  getCommonOfferValues,
  getOfferBranchesAndDates,
  getOfferProductRefs,
  type Offer,
  useOfferDraft,
} from './use-offer-draft.ts';
import { useBranchesText, useRuleFormatter, useRuleScopeText } from './words.ts';

export default function CouponPage() {
  return <OfferPage kind="coupon">{(record) => <CouponForm record={record} />}</OfferPage>;
}

const start = (record: Offer | null) => ({
  ...getCommonOfferValues(record),
  categorys_id: record?.categorys_id ?? [],
  info: {
    type: 'coupon' as const,
    code: record?.info.code ?? '',
    discount: record?.info.discount ?? null,
    discount_type: record?.info.discount_type ?? ('percent' as const),
    min_order: record?.info.min_order ?? null,
    max_discount: record?.info.max_discount ?? null,
    usage_limit: record?.info.usage_limit ?? null,
    per_customer_limit: record?.info.per_customer_limit ?? null,
    products: getOfferProductRefs(record).map(({ id, item_id }) => ({ id, item_id })),
    ...getOfferBranchesAndDates(record),
  },
});

const CouponForm = ({ record }: { record: Offer | null }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const of = useOfferDraft(record, { kind: 'coupon', list: paths.coupons, defaults: start });
  const { isLocked } = of;
  return (
    <OfferForm record={record} kind="coupon" list={paths.coupons} of={of} sentence={<CouponSentence />}>
      {record ? (
        <Card>
          <CardHeader title={t('coupon.so_far')} />
          <CardBody>
            <FactList
              facts={[
                { id: 'uses', name: t('fields:uses'), value: <UsesMeter of={record} /> },
                { id: 'cost', name: t('fields:cost_so_far'), value: <MoneySums of={record.cost_so_far} /> },
              ]}
            />
          </CardBody>
        </Card>
      ) : null}
      <Card>
        <CardHeader title={t('part.coupon')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.titles} required disabled={isLocked} className="sm:col-span-2" />
          <CodeField isLocked={isLocked} />
          <FormInput of={fields.discount_type} disabled={isLocked} />
          <DiscountField isLocked={isLocked} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.limits')} description={t('coupon.limits_text')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.min_order} disabled={isLocked} />
          <FormInput of={fields.usage_limit} disabled={isLocked} />
          <FormInput of={fields.per_customer_limit} disabled={isLocked} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.products')} description={t('coupon.products_text')} />
        <CardBody className="grid gap-4">
          <ScopeFields products={fields.products} categories={fields.categorys_id} isLocked={isLocked} />
        </CardBody>
      </Card>
    </OfferForm>
  );
};

/** The coupon's code, with a button that generates one. */
const CodeField = ({ isLocked }: { isLocked: boolean }) => {
  const { t } = useTranslation('offer');
  const { setValue } = useFormContext();
  return (
    <div className="flex items-end gap-2 sm:col-span-2">
      <FormInput of={fields.code} required disabled={isLocked} className="min-w-0 flex-1" />
      <Button
        icon={<Dices />}
        disabled={isLocked}
        onClick={() =>
          setValue(fields.code.name, generateCode(), { shouldDirty: true, shouldValidate: true })
        }
      >
        {t('coupon.generate')}
      </Button>
    </div>
  );
};

/** A percentage with a maximum amount, or a fixed amount. */
const DiscountField = ({ isLocked }: { isLocked: boolean }) => {
  const { t } = useTranslation('offer');
  const isPercent = useWatch({ name: fields.discount_type.name }) === 'percent';
  const of = { ...fields.discount, kind: isPercent ? ('percent' as const) : ('money' as const) };
  return (
    <>
      <FormInput key={String(isPercent)} of={of} required disabled={isLocked} />
      {isPercent ? (
        <FormInput of={fields.max_discount} disabled={isLocked} hint={t('coupon.max_hint')} />
      ) : null}
    </>
  );
};

const CouponSentence = () => {
  const { t } = useTranslation('offer');
  const words = useRuleFormatter();
  const { info, categorys_id } = useWatch() as ReturnType<typeof start>;
  const what = useRuleScopeText(info.products, categorys_id, t('sentence.everything'));
  const where = useBranchesText(info.branches_ids);
  return (
    <RuleSentence>
      {t('sentence.coupon', {
        code: info.code ? isolateBidi(foldCouponCode(info.code)) : words.open,
        reduction: words.reduction({ type: info.discount_type, value: info.discount }),
        what,
        where,
        minimum: info.min_order
          ? t('sentence.minimum', { amount: words.amount(info.min_order) })
          : t('sentence.any_order'),
        dates: words.dates({ from: info.start_date, to: info.end_date }),
      })}
    </RuleSentence>
  );
};
