import {
  FormInput,
  FormPage,
  LinesField,
  RecordButtons,
  RefsPicker,
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
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { branchField, branchPrice, formFields } from './fields.ts';

type Extra = RowOf<typeof api.extra.list>;

const createStartValues = (record: Extra | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  price: record?.price ?? null,
  status: (record?.status ?? 1) as 0 | 1,
  products_ids: record?.products_ids ?? [],
  branches_prices: (record?.branches_prices ?? []).map(({ branch_id, price }) => ({ branch_id, price })),
});

export const ExtraForm = ({ record }: { record: Extra | null }) => {
  const { t } = useTranslation(['extra', 'fields']);
  const leave = useGoBack(paths.extras);
  const { delete: drop } = useRecordActions(api.extra, (row: Extra) => row.title);
  const draft = useDraft(api.extra.save, {
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.extra.list, record.id) } : {}),
    onSaved: () => leave(),
    keep: `extra.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.extras, label: t('title') }}
      actions={
        <RecordButtons noun="extra" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <fieldset
        disabled={locked}
        className="grid min-w-0 items-start gap-gap lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <Card>
          <CardHeader title={t('part.extra')} />
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <FormInput of={formFields.titles} required disabled={locked} className="sm:col-span-2" />
            <FormInput of={formFields.price} required disabled={locked} hint={t('price_hint')} />
            <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
            <FormInput of={formFields.products_ids} hint={t('products_hint')} className="sm:col-span-2">
              {({ value, onChange }) => (
                <RefsPicker to="product" value={value as number[]} onChange={onChange} disabled={locked} />
              )}
            </FormInput>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('part.branches')} description={t('branches_text')} />
          <CardBody>
            <LinesField
              name={formFields.branches_prices.name}
              legend={t('fields:branches_prices')}
              addLabel={t('line.add')}
              removeLabel={(index) => t('line.remove', { number: index + 1 })}
              fresh={{ branch_id: null, price: null }}
              max={200}
            >
              {(path) => (
                <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
                  <FormInput of={{ ...branchField, name: `${path}.branch_id` }} required disabled={locked} />
                  <FormInput of={{ ...branchPrice, name: `${path}.price` }} disabled={locked} />
                </div>
              )}
            </LinesField>
          </CardBody>
        </Card>
      </fieldset>
    </FormPage>
  );
};
