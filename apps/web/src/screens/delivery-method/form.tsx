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
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { deliveryMethodEndpoints } from './endpoints.ts';
import { formFields } from './fields.ts';

type Method = RowOf<typeof api.deliveryMethod.show>;

const createStartValues = (record: Method | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  code: record?.code ?? '',
  desc: record?.desc ?? '',
  inhouse: (record?.inhouse ?? 1) === 1,
  asap: record?.asap === 1,
  delivery_minutes: record?.delivery_minutes ?? null,
  delivery_cost: record?.delivery_cost ?? 0,
  ord: record?.ord ?? 0,
  status: (record?.status ?? 1) as 0 | 1,
  // the URL of the stored picture, so that the form notices another picture or its removal
  image_base64: record?.image_url ?? null,
});

export const DeliveryMethodForm = ({ record }: { record: Method | null }) => {
  const { t } = useTranslation('delivery-method');
  const leave = useGoBack(paths.deliveryMethods);
  const { delete: drop } = useRecordActions(deliveryMethodEndpoints, (row: Method) => row.title);
  const draft = useDraft(record ? api.deliveryMethod.update : api.deliveryMethod.create, {
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.deliveryMethod.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `delivery-method.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.deliveryMethods, label: t('title') }}
      actions={
        <RecordButtons
          noun="delivery-method"
          record={record}
          facts={formFields}
          remove={drop}
          onRemoved={leave}
        />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <fieldset
        disabled={locked}
        className="grid min-w-0 items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      >
        <div className="grid min-w-0 gap-gap">
          <Card>
            <CardHeader title={t('part.method')} />
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <FormInput of={formFields.titles} required disabled={locked} className="sm:col-span-2" />
              <FormInput of={formFields.code} required disabled={locked} hint={t('code_hint')} />
              <FormInput of={formFields.desc} disabled={locked} className="sm:col-span-2" />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('part.trip')} />
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <FormInput
                of={formFields.inhouse}
                disabled={locked}
                hint={t('inhouse_hint')}
                className="sm:col-span-2"
              />
              <FormInput
                of={formFields.asap}
                disabled={locked}
                hint={t('asap_hint')}
                className="sm:col-span-2"
              />
              <FormInput of={formFields.delivery_cost} required disabled={locked} hint={t('cost_hint')} />
              <FormInput of={formFields.delivery_minutes} disabled={locked} hint={t('minutes_hint')} />
            </CardBody>
          </Card>
        </div>
        <Card>
          <CardHeader title={t('part.shown')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
            <FormInput of={formFields.ord} disabled={locked} hint={t('ord_hint')} />
            <FormInput of={formFields.image_base64} disabled={locked} />
          </CardBody>
        </Card>
      </fieldset>
    </FormPage>
  );
};
