import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { Bdi, isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { ItemFinder } from '../../../shared/item-finder.tsx';
import { Banner, Card, CardBody, CardHeader, IconButton } from '../../../ui/index.ts';
import { offerFields as fields } from '../fields.ts';
import { OfferForm } from './offer-form.tsx';
import { OfferPage } from './offer-page.tsx';
import { Sentence } from './rule-form.tsx';
import { useItemTitles } from './use-item-titles.ts';
import {
  getCommonOfferValues,
  getOfferBranchesAndDates,
  getOfferProductRefs,
  type Offer,
  useOfferDraft,
} from './use-offer-draft.ts';
import { useBranchesText, useRuleFormatter } from './words.ts';

const PARTS_MAX = 50;

export default function BundlePage() {
  return <OfferPage kind="bundle">{(record) => <BundleForm record={record} />}</OfferPage>;
}

const createStartValues = (record: Offer | null, own: readonly number[] | null) => ({
  ...getCommonOfferValues(record),
  info: {
    type: 'bundle' as const,
    bundle_price: record?.info.bundle_price ?? null,
    drink_share: record?.info.drink_share ?? null,
    products: getOfferProductRefs(record),
    ...getOfferBranchesAndDates(record, own),
  },
});

type Part = ReturnType<typeof getOfferProductRefs>[number];

const BundleForm = ({ record }: { record: Offer | null }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const of = useOfferDraft(record, { kind: 'bundle', list: paths.bundles, defaults: createStartValues });
  const titles = useItemTitles(record?.info.products ?? []);
  return (
    <OfferForm
      record={record}
      kind="bundle"
      list={paths.bundles}
      of={of}
      terms={(record) => [
        {
          id: 'price',
          name: t('fields:bundle_price'),
          value: <MoneyText amount={record.info.bundle_price ?? 0} />,
        },
      ]}
      sentence={(hasOthers) => <BundleSentence titleOf={titles.of} hasOthers={hasOthers} />}
    >
      <Card>
        <CardHeader title={t('part.bundle')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.titles} required className="sm:col-span-2" />
          <FormInput of={fields.bundle_price} required />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.parts')} description={t('bundle.parts_text')} />
        <CardBody className="grid gap-3">
          {record?.limited_by?.is_lost ? (
            <Banner
              tone="warning"
              title={t('bundle.lost_title', { title: isolateBidi(record.limited_by.title) })}
            >
              {t('bundle.lost_text')}
            </Banner>
          ) : null}
          <PartsField titles={titles} />
          <div className="sm:max-w-80">
            <FormInput of={fields.drink_share} hint={t('bundle.drink_hint')} />
          </div>
        </CardBody>
      </Card>
    </OfferForm>
  );
};

/** The parts of a bundle: items with their quantities. */
const PartsField = ({ titles }: { titles: ReturnType<typeof useItemTitles> }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const { setValue, clearErrors } = useFormContext();
  const parts = (useWatch({ name: fields.products.name }) ?? []) as Part[];
  const put = (next: Part[]) => {
    clearErrors(fields.products.name);
    setValue(fields.products.name, next, { shouldDirty: true });
  };
  return (
    <FormInput of={fields.products} required>
      {() => (
        <div className="grid gap-3">
          {parts.length > 0 ? (
            <ul className="divide-y divide-line border-y border-line">
              {parts.map((part, index) => (
                <li key={part.item_id} className="flex items-end gap-2 py-2">
                  <span className="min-w-0 flex-1 self-center">
                    <bdi className="block">{titles.of(part.item_id)}</bdi>
                    <Bdi dir="ltr" className="text-sm text-subtle">
                      {titles.barcodeOf(part.item_id)}
                    </Bdi>
                  </span>
                  <FormInput
                    of={{
                      name: `${fields.products.name}.${index}.quantity`,
                      label: 'fields:quantity',
                      kind: 'quantity',
                    }}
                    className="w-24"
                  />
                  <IconButton
                    icon={<Trash2 />}
                    label={t('offer:bundle.remove_part', { title: titles.of(part.item_id) })}
                    onClick={() => put(parts.filter((_, at) => at !== index))}
                  />
                </li>
              ))}
            </ul>
          ) : null}
          {parts.length < PARTS_MAX ? (
            <ItemFinder
              label={t('offer:bundle.add_part')}
              onFound={(item) => {
                titles.remember(item);
                const at = parts.findIndex(({ item_id }) => item_id === item.item_id);
                // adding an item again raises its quantity
                put(
                  at < 0
                    ? [...parts, { id: item.product_id, item_id: item.item_id, quantity: 1 }]
                    : parts.map((part, n) =>
                        n === at ? { ...part, quantity: Number(part.quantity) + 1 } : part,
                      ),
                );
              }}
            />
          ) : null}
        </div>
      )}
    </FormInput>
  );
};

type BundleSentenceProps = { titleOf: (item_id: number | null) => string; hasOthers: boolean };

const BundleSentence = ({ titleOf, hasOthers }: BundleSentenceProps) => {
  const { t } = useTranslation('offer');
  const words = useRuleFormatter();
  const { info } = useWatch() as ReturnType<typeof createStartValues>;
  const where = useBranchesText(info.branches_ids, hasOthers);
  const parts = info.products.map(({ item_id, quantity }) =>
    t('sentence.part', { quantity: words.quantity(quantity), title: isolateBidi(titleOf(item_id)) }),
  );
  return (
    <Sentence isComplete={parts.length > 0 && typeof info.bundle_price === 'number'}>
      {t('sentence.bundle', {
        parts: parts.length === 0 ? words.open : words.list(parts),
        price: words.amount(info.bundle_price),
        where,
        dates: words.dates({ from: info.start_date, to: info.end_date }),
      })}
    </Sentence>
  );
};
