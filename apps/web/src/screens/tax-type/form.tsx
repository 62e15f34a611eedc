import { TAX_SLOTS } from 'virtual:facts';
import {
  FormInput,
  FormPage,
  RecordButtons,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader, RadioGroup } from '../../ui/index.ts';
import { formFields } from './fields.ts';

type TaxType = RowOf<typeof api.taxType.list>;
type Slot = (typeof TAX_SLOTS)[number];

const createStartValues = (record: TaxType | null) => ({
  names: record?.names ?? { ar: '', en: '', de: '' },
  value: record?.value ?? null,
  value_name: record?.value_name ?? ('NORMAL' as const),
  ord: record?.ord ?? 0,
  status: (record?.status ?? 1) as 0 | 1,
});

export const TaxTypeForm = ({ record }: { record: TaxType | null }) => {
  const { t } = useTranslation('tax-type');
  const leave = useGoBack(paths.taxTypes);
  const { delete: drop } = useRecordActions(api.taxType, (row: TaxType) => row.name);
  const draft = useDraft(api.taxType.save, {
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.taxType.list, record.id) } : {}),
    onSaved: () => leave(),
    keep: `tax-type.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={{ to: paths.taxTypes, label: t('title') }}
      actions={
        <RecordButtons noun="tax-type" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardHeader title={t('part.tax')} description={t('which')} />
          <CardBody className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <FormInput of={formFields.names} required disabled={locked} />
            <FormInput of={formFields.value} required disabled={locked} />
            <FormInput of={formFields.value_name} hint={t('slot_hint')} className="sm:col-span-2">
              {({ value, onChange }) => (
                <RadioGroup<Slot>
                  value={value as Slot}
                  onChange={onChange}
                  disabled={locked}
                  options={TAX_SLOTS.map((slot) => ({
                    value: slot,
                    label: t(`slot.${slot}`),
                    hint: t(`slot_text.${slot}`),
                  }))}
                />
              )}
            </FormInput>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('part.shown')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
            <FormInput of={formFields.ord} disabled={locked} hint={t('ord_hint')} />
          </CardBody>
        </Card>
      </div>
    </FormPage>
  );
};
