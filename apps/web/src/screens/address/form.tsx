import { useSearchParams } from 'react-router-dom';
import {
  FormInput,
  FormPage,
  PhoneText,
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
import { formFields } from './fields.ts';
import { AddressPin } from './pin.tsx';
import { ZoneFacts } from './zone.tsx';

type Address = RowOf<typeof api.address.show>;

const createStartValues = (user_id: number | null) => (record: Address | null) => ({
  // the owner can only be set when the address is created
  ...(record ? {} : { user_id }),
  name: record?.name ?? '',
  phone: record?.phone ?? '',
  status: (record?.status ?? 1) as 0 | 1,
  default: (record?.default ?? 0) === 1,
  info: {
    area_no: record?.info.area_no ?? '',
    street: record?.info.street ?? '',
    home_no: record?.info.home_no ?? '',
    area_id: record?.info.area_id ?? null,
  },
  lat: record?.lat ?? null,
  lng: record?.lng ?? null,
});

const AREAS = { type: 0, status: 1 } as const;

/** An address with its pin, and the zone that it was in when it was last saved. */
export const AddressForm = ({ record }: { record: Address | null }) => {
  const { t } = useTranslation('address');
  const [query] = useSearchParams();
  const customerParam = Number(query.get('user_id'));
  const leave = useGoBack(paths.addresses);
  const { delete: drop } = useRecordActions(api.address, (row: Address) => row.name);
  const draft = useDraft(api.address.save, {
    facts: formFields,
    record,
    defaults: createStartValues(Number.isInteger(customerParam) && customerParam > 0 ? customerParam : null),
    ...(record ? { read: () => readRecord(api.address.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `address.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? t('add'));
  const isPlaced = record !== null && (record.lat !== null || record.info.area_id !== null);
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={{ to: paths.addresses, label: t('title') }}
      beside={record?.phone ? <PhoneText phone={record.phone} name={record.name} /> : null}
      actions={
        <RecordButtons noun="address" record={record} facts={formFields} remove={drop} onRemoved={leave} />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid gap-gap">
          <Card>
            <CardHeader title={t('part.who')} />
            <CardBody className="grid gap-4">
              {record ? (
                <p className="text-sm text-muted">
                  {t('customer')}: <bdi className="text-ink">{record.user_name}</bdi>
                </p>
              ) : (
                <FormInput of={formFields.user_id} required hint={t('customer_hint')} />
              )}
              <FormInput of={formFields.name} disabled={locked} hint={t('name_hint')} />
              <FormInput
                of={formFields.phone}
                disabled={locked}
                {...(record ? {} : { hint: t('phone_hint') })}
              />
              <FormInput of={formFields.default} disabled={locked} hint={t('default_hint')} />
              <FormInput of={formFields.status} disabled={locked} hint={t('status_hint')} />
            </CardBody>
          </Card>
          {record ? (
            <Card>
              <CardHeader title={t('part.zone')} />
              <CardBody>
                <ZoneFacts zone={record.zone} isPlaced={isPlaced} />
              </CardBody>
            </Card>
          ) : null}
        </div>
        <Card>
          <CardHeader title={t('part.where')} />
          <CardBody className="grid gap-4">
            <div className="grid gap-4 sm:grid-cols-3">
              <FormInput of={formFields.area_no} disabled={locked} />
              <FormInput of={formFields.street} disabled={locked} />
              <FormInput of={formFields.home_no} disabled={locked} />
            </div>
            <FormInput of={formFields.area_id} fixed={AREAS} disabled={locked} hint={t('area_hint')} />
            <AddressPin disabled={locked} />
          </CardBody>
        </Card>
      </div>
    </FormPage>
  );
};
