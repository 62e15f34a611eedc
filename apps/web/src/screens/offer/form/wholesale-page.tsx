import { useWatch } from 'react-hook-form';
import { FormInput, LinesField } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Card, CardBody, CardHeader } from '../../../ui/index.ts';
import { offerFields as fields, tierFields } from '../fields.ts';
import { Tiers } from '../list/tiers.tsx';
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

const TIERS_MAX = 20;
const FRESH_TIER = { min_quantity: null, discount: null, discount_type: 'percent' };

export default function WholesalePage() {
  return <OfferPage kind="wholesale">{(record) => <WholesaleForm record={record} />}</OfferPage>;
}

type Tier = Offer['info']['tiers'][number];

/** Returns the tiers of an offer; an offer with a single quantity becomes one tier. */
function listTiers(record: Offer | null): Tier[] {
  if (record === null) return [FRESH_TIER as unknown as Tier];
  const { tiers, discount, discount_type, quantity } = record.info;
  return tiers.length > 0 || discount === null || discount_type === null || quantity === null
    ? tiers
    : [{ min_quantity: quantity, discount, discount_type }];
}

const createStartValues = (record: Offer | null, own: readonly number[] | null) => ({
  ...getCommonOfferValues(record),
  categorys_id: record?.categorys_id ?? [],
  info: {
    type: 'wholesale' as const,
    tiers: listTiers(record),
    products: getOfferProductRefs(record).map(({ id, item_id }) => ({ id, item_id })),
    ...getOfferBranchesAndDates(record, own),
  },
});

const WholesaleForm = ({ record }: { record: Offer | null }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const of = useOfferDraft(record, {
    kind: 'wholesale',
    list: paths.wholesales,
    defaults: createStartValues,
  });
  return (
    <OfferForm
      record={record}
      kind="wholesale"
      list={paths.wholesales}
      of={of}
      terms={(record) => [{ id: 'tiers', name: t('fields:tiers'), value: <Tiers of={record} /> }]}
      sentence={(hasOthers) => <WholesaleSentence hasOthers={hasOthers} />}
    >
      <Card>
        <CardHeader title={t('part.wholesale')} description={t('wholesale.text')} />
        <CardBody className="grid gap-4">
          <FormInput of={fields.titles} required />
          <LinesField
            name={fields.tiers.name}
            legend={t('fields:tiers')}
            addLabel={t('wholesale.add_tier')}
            removeLabel={(index) => t('wholesale.remove_tier', { number: index + 1 })}
            fresh={FRESH_TIER}
            max={TIERS_MAX}
            min={1}
          >
            {(path) => <TierFields path={path} />}
          </LinesField>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.products')} description={t('products_text')} />
        <CardBody className="grid gap-4">
          <ScopeFields products={fields.products} categories={fields.categorys_id} />
        </CardBody>
      </Card>
    </OfferForm>
  );
};

const TierFields = ({ path }: { path: string }) => {
  const type = (useWatch({ name: `${path}.discount_type` }) ?? 'percent') as Tier['discount_type'];
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <FormInput of={{ ...tierFields.min_quantity, name: `${path}.min_quantity` }} required />
      <FormInput key={type} of={{ ...tierFields[type], name: `${path}.discount` }} required />
      <FormInput of={{ ...tierFields.discount_type, name: `${path}.discount_type` }} />
    </div>
  );
};

const WholesaleSentence = ({ hasOthers }: { hasOthers: boolean }) => {
  const { t } = useTranslation('offer');
  const words = useRuleFormatter();
  const { info, categorys_id } = useWatch() as ReturnType<typeof createStartValues>;
  const what = useRuleScopeText(info.products, categorys_id, words.open);
  const where = useBranchesText(info.branches_ids, hasOthers);
  const isComplete =
    info.products.length + categorys_id.length > 0 &&
    info.tiers.every(
      ({ min_quantity, discount }) => typeof min_quantity === 'number' && typeof discount === 'number',
    );
  const tiers = info.tiers.map(({ min_quantity, discount, discount_type }) =>
    t('sentence.tier', {
      quantity: words.quantity(min_quantity),
      reduction: words.reduction({ type: discount_type, value: discount }),
    }),
  );
  return (
    <Sentence isComplete={isComplete}>
      {t('sentence.wholesale', {
        tiers: words.list(tiers),
        what,
        where,
        dates: words.dates({ from: info.start_date, to: info.end_date }),
      })}
    </Sentence>
  );
};
