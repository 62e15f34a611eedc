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
import { Badge, Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { formFields } from './fields.ts';

type OrderStatus = RowOf<typeof api.orderStatus.list>;

const createStartValues = (record: OrderStatus | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  status_value: record?.status_value ?? 0,
  variant: record?.variant ?? ('secondary' as const),
  default_start: (record?.default_start ?? 0) as 0 | 1,
  not_delivered: (record?.not_delivered ?? 0) as 0 | 1,
  ord: record?.ord ?? 0,
  status: (record?.status ?? 1) as 0 | 1,
});

export const OrderStatusForm = ({ record }: { record: OrderStatus | null }) => {
  const { t } = useTranslation('order-status');
  const leave = useGoBack(paths.orderStatuses);
  const { delete: drop } = useRecordActions(api.orderStatus, (row: OrderStatus) => row.title);
  const draft = useDraft(api.orderStatus.save, {
    facts: formFields,
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.orderStatus.list, record.id) } : {}),
    onSaved: () => leave(),
    keep: `order-status.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  const isUsed = (record?.orders_count ?? 0) > 0;
  useTitle(record?.title ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.orderStatuses, label: t('title') }}
      actions={
        <RecordButtons
          noun="order-status"
          record={record}
          facts={formFields}
          remove={drop}
          onRemoved={leave}
        />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardHeader
            title={t('part.status')}
            description={t('which')}
            actions={
              record ? (
                <Badge variant={record.variant}>
                  <bdi>{record.title}</bdi>
                </Badge>
              ) : undefined
            }
          />
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <FormInput of={formFields.titles} required disabled={locked} className="sm:col-span-2" />
            <FormInput
              of={formFields.status_value}
              disabled={locked || isUsed}
              hint={t(isUsed ? 'value_fixed' : 'value_hint')}
            />
            <FormInput of={formFields.variant} disabled={locked} hint={t('variant_hint')} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('part.use')} />
          <CardBody className="grid gap-4">
            <FormInput of={formFields.default_start} disabled={locked} hint={t('default_start_hint')} />
            <FormInput of={formFields.not_delivered} disabled={locked} hint={t('not_delivered_hint')} />
            <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
            <FormInput of={formFields.ord} disabled={locked} hint={t('ord_hint')} />
          </CardBody>
        </Card>
      </div>
    </FormPage>
  );
};
