import {
  CancelEdit,
  type FormEditMode,
  FormInput,
  FormPage,
  ReadableRecord,
  readRecord,
  useDraft,
} from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';
import { formFields, statusField } from './fields.ts';
import { type CustomerDetails, CustomerReading } from './reading.tsx';

export default function CustomerPage() {
  const { can } = useSession();
  return (
    <ReadableRecord
      of={api.account.show}
      create={api.account.save}
      mayEdit={(record) => record.actions.includes('save') && can(api.account.save)}
      read={(record, edit) => <CustomerReading record={record} edit={edit} />}
      form={(record, edit) => <CustomerForm record={record} edit={edit} />}
    />
  );
}

const createStartValues = (record: CustomerDetails | null) => ({
  name: record?.name ?? '',
  phone: record?.phone ?? '',
  email: record?.email ?? '',
  status: (record?.status ?? 1) as 0 | 1,
});

/** A customer needs an e-mail or a phone to sign in. */
const listRequiredFields = ({ email, phone }: { email?: unknown; phone?: unknown }) =>
  email || phone ? [] : ['phone'];

type CustomerFormProps = { record: CustomerDetails | null; edit: FormEditMode<CustomerDetails> };

const CustomerForm = ({ record, edit }: CustomerFormProps) => {
  const { t } = useTranslation('customer');
  const openPage = useOpenPage();
  const draft = useDraft(api.account.save, {
    facts: { ...formFields, status: statusField },
    record,
    defaults: createStartValues,
    needs: listRequiredFields,
    ...(record ? { read: () => readRecord(api.account.show, record.id) } : {}),
    onSaved: (saved) =>
      record ? edit.onSaved(saved) : openPage(paths.customer(saved.id), { replace: true }),
    keep: `customer.${record?.id ?? 'new'}`,
  });
  useTitle(record?.name ?? t('add'));
  return (
    <FormPage
      draft={draft}
      title={record ? record.name : t('add')}
      back={
        record
          ? { to: paths.customer(record.id), label: record.name }
          : { to: paths.customers, label: t('title') }
      }
      actions={record ? <CancelEdit edit={edit} /> : null}
    >
      <Card>
        <CardHeader title={t('person')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={formFields.name} required className="sm:col-span-2" />
          <FormInput of={formFields.phone} hint={t('phone_hint')} />
          <FormInput of={formFields.email} />
          <FormInput of={statusField} hint={t('status_hint')} className="sm:col-span-2" />
        </CardBody>
      </Card>
    </FormPage>
  );
};
