import { foldCouponCode } from '@dukkan/commerce';
import { Dices } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput } from '../../../kit/index.ts';
import { MoneySums, MoneyText } from '../../../kit/kinds/money.tsx';
import { Bdi, isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, Card, CardBody, CardHeader, FactList } from '../../../ui/index.ts';
import { offerFields as fields } from '../fields.ts';
import { ReductionText } from '../list/cells.tsx';
import { UsesMeter } from '../list/uses-meter.tsx';
import { generateCode } from './generate-code.ts';
import { OfferForm } from './offer-form.tsx';
import { OfferPage } from './offer-page.tsx';
import { Sentence } from './rule-form.tsx';
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

const createStartValues = (record: Offer | null, own: readonly number[] | null) => ({
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
    ...getOfferBranchesAndDates(record, own),
  },
});

const CouponForm = ({ record }: { record: Offer | null }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const of = useOfferDraft(record, { kind: 'coupon', list: paths.coupons, defaults: createStartValues });
  return (
    <OfferForm
      record={record}
      kind="coupon"
      list={paths.coupons}
      of={of}
      terms={(record) => listCouponTerms(t, record)}
      sentence={(hasOthers) => <CouponSentence hasOthers={hasOthers} />}
    >
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
          <FormInput of={fields.titles} required className="sm:col-span-2" />
          <CodeField />
          <FormInput of={fields.discount_type} />
          <DiscountField />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.limits')} description={t('coupon.limits_text')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.min_order} />
          <FormInput of={fields.usage_limit} />
          <FormInput of={fields.per_customer_limit} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.products')} description={t('coupon.products_text')} />
        <CardBody className="grid gap-4">
          <ScopeFields products={fields.products} categories={fields.categorys_id} />
        </CardBody>
      </Card>
    </OfferForm>
  );
};

/** Returns the terms of a coupon to read; limits that it does not have are left out. */
function listCouponTerms(t: ReturnType<typeof useTranslation>['t'], { info, ...record }: Offer) {
  const money = (name: 'min_order' | 'max_discount') =>
    info[name] === null
      ? []
      : [{ id: name, name: t(`fields:${name}`), value: <MoneyText amount={info[name]} /> }];
  return [
    { id: 'code', name: t('fields:code'), value: <Bdi dir="ltr">{info.code}</Bdi> },
    {
      id: 'discount',
      name: t('fields:discount'),
      value: <ReductionText type={info.discount_type ?? 'percent'} value={info.discount ?? 0} />,
    },
    ...money('max_discount'),
    ...money('min_order'),
    { id: 'uses', name: t('fields:uses'), value: <UsesMeter of={{ ...record, info }} /> },
    { id: 'cost', name: t('fields:cost_so_far'), value: <MoneySums of={record.cost_so_far} /> },
  ];
}

/** The coupon's code, with a button that generates one. */
const CodeField = () => {
  const { t } = useTranslation('offer');
  const { setValue } = useFormContext();
  return (
    <div className="flex items-end gap-2 sm:col-span-2">
      <FormInput of={fields.code} required className="min-w-0 flex-1" />
      <Button
        icon={<Dices />}
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
const DiscountField = () => {
  const { t } = useTranslation('offer');
  const isPercent = useWatch({ name: fields.discount_type.name }) === 'percent';
  const of = { ...fields.discount, kind: isPercent ? ('percent' as const) : ('money' as const) };
  return (
    <>
      <FormInput key={String(isPercent)} of={of} required />
      {isPercent ? <FormInput of={fields.max_discount} hint={t('coupon.max_hint')} /> : null}
    </>
  );
};

const CouponSentence = ({ hasOthers }: { hasOthers: boolean }) => {
  const { t } = useTranslation('offer');
  const words = useRuleFormatter();
  const { info, categorys_id } = useWatch() as ReturnType<typeof createStartValues>;
  const what = useRuleScopeText(info.products, categorys_id, t('sentence.everything'));
  const where = useBranchesText(info.branches_ids, hasOthers);
  return (
    <Sentence isComplete={Boolean(info.code) && typeof info.discount === 'number'}>
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
    </Sentence>
  );
};
