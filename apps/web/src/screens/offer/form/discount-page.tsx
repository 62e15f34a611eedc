import { useFormContext, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import {
  FormInput,
  RecordButtons,
  RecordPage,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import { useTitle } from '../../../lib/title.ts';
import { Card, CardBody, CardHeader } from '../../../ui/index.ts';
import { DiscountEffect } from '../effect/discount-effect.tsx';
import { discountFields as fields } from '../fields.ts';
import { ReductionText } from '../list/cells.tsx';
import { useOwnBranches } from './own-branches.ts';
import { RuleFacts } from './rule-facts.tsx';
import { RuleForm, Sentence } from './rule-form.tsx';
import { BranchesField, ScopeFields } from './scope-fields.tsx';
import { useSlotHours } from './use-slot-hours.ts';
import type { WeekSchedule } from './week.ts';
import { WeekGrid } from './week-grid.tsx';
import { WhenPresets } from './when-presets.tsx';
import { useBranchesText, useRuleFormatter, useRuleScopeText } from './words.ts';

type Discount = RowOf<typeof api.discount.show>;

export default function DiscountPage() {
  return (
    <RecordPage of={api.discount.show} create={api.discount.save}>
      {(record) => <DiscountForm record={record} />}
    </RecordPage>
  );
}

const createStartValues = (record: Discount | null, own: readonly number[] | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  type: record?.type ?? ('percent' as const),
  value: record?.value ?? null,
  products: (record?.products ?? []).map(({ id, item_id }) => ({ id, item_id })),
  categorys_id: record?.categorys_id ?? [],
  branches_ids: record?.branches_ids ?? [...(own ?? [])],
  start_date: record?.start_date ?? null,
  end_date: record?.end_date ?? null,
  days: record?.days ?? [],
  slots: record?.slots ?? [],
  status: (record?.status ?? 1) as 0 | 1,
});

const DiscountForm = ({ record }: { record: Discount | null }) => {
  const { t } = useTranslation('offer');
  const { pathname } = useLocation();
  const isMulti = record ? record.multi === 1 : pathname.startsWith(paths.multiDiscounts);
  const list = isMulti ? paths.multiDiscounts : paths.discounts;
  const kind = isMulti ? 'multi_discount' : 'discount';
  const leave = useGoBack(list);
  const own = useOwnBranches();
  const { delete: drop } = useRecordActions(api.discount, (row: Discount) => row.title);
  const draft = useDraft(api.discount.save, {
    facts: fields,
    record,
    defaults: (record) => createStartValues(record, own),
    needs: ({ branches_ids }) =>
      own !== null && (branches_ids as readonly number[]).length === 0 ? [fields.branches.name] : [],
    ...(record ? { read: () => readRecord(api.discount.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `discount.${record?.id ?? 'new'}`,
  });
  const isLocked = record !== null && !record.actions.includes('save');
  const title = record?.title ?? t(`${kind}.add`);
  useTitle(title);
  return (
    <RuleForm
      draft={draft}
      title={title}
      back={{ to: list, label: t(`${kind}.title`) }}
      actions={
        <RecordButtons noun="discount" record={record} facts={fields} remove={drop} onRemoved={leave} />
      }
      isLocked={isLocked}
      readOnly={record?.read_only ?? null}
      facts={record ? <DiscountFacts record={record} /> : null}
      sentence={<DiscountSentence hasOthers={record?.read_only === 'other_branches'} />}
      effect={<DiscountEffect id={record?.id} />}
    >
      <Card>
        <CardHeader title={t('part.discount')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={fields.titles} required className="sm:col-span-2" />
          <FormInput of={fields.type} />
          <ValueField />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.products')} description={t('products_text')} />
        <CardBody className="grid gap-4">
          <ScopeFields
            products={fields.products}
            categories={fields.categorys_id}
            categoriesHint={t('categories_hint')}
          />
          <MultiNote />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.when')} description={t('grid.hint')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <WhenPresets />
          <WeekField />
          <FormInput of={fields.start_date} />
          <FormInput of={fields.end_date} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.where')} />
        <CardBody className="grid gap-4">
          <BranchesField of={fields.branches} />
          <FormInput of={fields.status} />
        </CardBody>
      </Card>
    </RuleForm>
  );
};

/** The terms of a discount to read. */
const DiscountFacts = ({ record }: { record: Discount }) => {
  const { t } = useTranslation(['offer', 'fields']);
  const words = useRuleFormatter();
  return (
    <RuleFacts
      title={t('offer:part.discount')}
      rule={record}
      nothing=""
      terms={[
        {
          id: 'reduction',
          name: t('fields:discount'),
          value: <ReductionText type={record.type} value={record.value} />,
        },
        {
          id: 'when',
          name: t('offer:part.when'),
          value: words.list([words.days(record.days), words.time(record.slots)]),
        },
      ]}
    />
  );
};

/** A percentage or an amount, depending on the type field. */
const ValueField = () => {
  const type = useWatch({ name: 'type' }) as Discount['type'];
  const of = { ...fields.value, kind: type === 'percent' ? ('percent' as const) : ('money' as const) };
  return <FormInput key={type} of={of} required />;
};

/** States in which list the discount will appear. */
const MultiNote = () => {
  const { t } = useTranslation('offer');
  const [products, categories] = useWatch({ name: ['products', 'categorys_id'] }) as [
    { id: number }[],
    number[],
  ];
  const count = new Set(products.map(({ id }) => id)).size;
  if (count + categories.length === 0) return null;
  const isMulti = count > 1 || categories.length > 0;
  return <p className="text-sm text-subtle">{t(isMulti ? 'multi_discount.note' : 'discount.note')}</p>;
};

/** Edits the weekdays and times of day, two fields of the discount, in one grid. */
const WeekField = () => {
  const hours = useSlotHours();
  const { setValue } = useFormContext();
  const [days, slots] = useWatch({ name: ['days', 'slots'] }) as [
    WeekSchedule['days'],
    WeekSchedule['slots'],
  ];
  return (
    <div className="min-w-0 sm:col-span-2">
      <WeekGrid
        days={days ?? []}
        slots={slots ?? []}
        hours={hours}
        onChange={(week) => {
          setValue('days', week.days, { shouldDirty: true });
          setValue('slots', week.slots, { shouldDirty: true });
        }}
      />
    </div>
  );
};

type Watched = ReturnType<typeof createStartValues>;

const DiscountSentence = ({ hasOthers }: { hasOthers: boolean }) => {
  const { t } = useTranslation('offer');
  const words = useRuleFormatter();
  const values = useWatch() as Watched;
  const what = useRuleScopeText(values.products, values.categorys_id, words.open);
  const where = useBranchesText(values.branches_ids, hasOthers);
  return (
    <Sentence
      isComplete={typeof values.value === 'number' && values.products.length + values.categorys_id.length > 0}
    >
      {t('sentence.discount', {
        reduction: words.reduction(values),
        what,
        where,
        days: words.days(values.days),
        time: words.time(values.slots),
        dates: words.dates({ from: values.start_date, to: values.end_date }),
      })}
    </Sentence>
  );
};
