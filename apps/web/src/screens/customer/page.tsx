import {
  Can,
  FormInput,
  FormPage,
  PhoneText,
  RecordButtons,
  RecordPage,
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
import { formFields, statusField } from './fields.ts';
import { CustomerOrders } from './orders.tsx';

type Customer = RowOf<typeof api.account.show>;

export default function CustomerPage() {
  return (
    <RecordPage of={api.account.show} create={api.account.save}>
      {(record) => <CustomerForm record={record} />}
    </RecordPage>
  );
}

const start = (record: Customer | null) => ({
  name: record?.name ?? '',
  phone: record?.phone ?? '',
  email: record?.email ?? '',
  status: (record?.status ?? 1) as 0 | 1,
});

/** A customer needs an e-mail or a phone to sign in. */
const needs = ({ email, phone }: { email?: unknown; phone?: unknown }) => (email || phone ? [] : ['phone']);

const CustomerForm = ({ record }: { record: Customer | null }) => {
  const { t } = useTranslation('customer');
  const leave = useGoBack(paths.customers);
  const { delete: drop } = useRecordActions(api.account, (row: Customer) => row.name);
  const draft = useDraft(api.account.save, {
    facts: { ...formFields, status: statusField },
    record,
    defaults: start,
    needs,
    ...(record ? { read: () => readRecord(api.account.show, record.id) } : {}),
    onSaved: () => leave(),
    keep: `customer.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={{ to: paths.customers, label: t('title') }}
      beside={record?.phone ? <PhoneText phone={record.phone} name={record.name} /> : null}
      actions={
        <RecordButtons
          noun="account"
          record={record}
          facts={{ ...formFields, status: statusField }}
          remove={drop}
          onRemoved={leave}
        />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <Card>
        <CardHeader title={t('person')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={formFields.name} required disabled={locked} className="sm:col-span-2" />
          <FormInput of={formFields.phone} disabled={locked} hint={t('phone_hint')} />
          <FormInput of={formFields.email} disabled={locked} />
          <FormInput of={statusField} disabled={locked} hint={t('status_hint')} className="sm:col-span-2" />
        </CardBody>
      </Card>
      {record ? (
        <Can use={api.order.list}>
          <CustomerOrders client_id={record.id} />
        </Can>
      ) : null}
    </FormPage>
  );
};
