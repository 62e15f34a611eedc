import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
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
import { showDangerToast } from '../../lib/server/toast.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader, SecretDialog } from '../../ui/index.ts';
import { formFields, statusField } from './fields.ts';
import type { NewAccountKind } from './new-kind.ts';
import { PasswordFields } from './password.tsx';
import { Sessions } from './sessions.tsx';

type Account = RowOf<typeof api.account.show>;

const createStartValues = (record: Account | null, role_id: number | null) => ({
  name: record?.name ?? '',
  email: record?.email ?? '',
  phone: record?.phone ?? '',
  role_id: record ? record.role_id : role_id,
  info: { branch_id: record?.info.branch_id ?? null },
  status: (record?.status ?? 1) as 0 | 1,
  password: '' as const,
  generate_password: record === null ? true : null,
  // the URL of the stored picture, so that the form notices another picture or its removal
  avatar_base64: record?.avatar_url ?? null,
});

/** An account needs an e-mail or a phone to sign in. */
const listRequiredFields = ({ email, phone }: { email?: unknown; phone?: unknown }) =>
  email || phone ? [] : ['email'];

type AccountFormProps = {
  record: Account | null;
  /** For a new account: its kind and its preselected role. */
  kind?: NewAccountKind;
  role_id?: number | null;
};

export const AccountForm = ({ record, kind, role_id = null }: AccountFormProps) => {
  const { t } = useTranslation(['account', 'kit', 'user']);
  const add = kind ? t(`user:${kind}.add`) : t('add');
  const [secret, setSecret] = useState<string | null>(null);
  const leave = useGoBack(paths.accounts);
  const actions = useRecordActions(api.account, (row: Account) => row.name);
  const draft = useDraft(api.account.save, {
    facts: { ...formFields, status: statusField },
    record,
    defaults: (from: Account | null) => createStartValues(from, role_id),
    needs: listRequiredFields,
    ...(record ? { read: () => readRecord(api.account.show, record.id) } : {}),
    onSaved: (result) => {
      if (result.generated_password) return setSecret(result.generated_password);
      // a lost answer was repeated, and the server shows a generated password only once
      if (result.password_shown) showDangerToast(t('password.lost'));
      leave();
    },
    keep: `account.${record?.id ?? kind ?? 'new'}`,
  });
  const { control, clearErrors } = draft.form;
  const phone = Boolean(useWatch({ control, name: 'phone' }));
  useEffect(() => {
    if (phone) clearErrors('email');
  }, [phone, clearErrors]);
  const locked = record !== null && !record.actions.includes('save');
  useTitle(record?.name ?? add);

  return (
    <>
      <FormPage
        draft={draft}
        title={record ? record.name : add}
        back={{ to: paths.accounts, label: t('title') }}
        actions={
          <RecordButtons
            noun="account"
            record={record}
            facts={{ ...formFields, status: statusField }}
            remove={actions.delete}
            onRemoved={leave}
          />
        }
      >
        {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
        <div className="grid items-start gap-gap lg:grid-cols-[2fr_1fr]">
          <Card>
            <CardHeader title={t('person')} />
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <FormInput of={formFields.name} required disabled={locked} className="sm:col-span-2" />
              <FormInput of={formFields.email} required={!phone} disabled={locked} />
              <FormInput of={formFields.phone} disabled={locked} hint={t('phone_hint')} />
              <FormInput of={formFields.avatar} disabled={locked} className="sm:col-span-2" />
            </CardBody>
          </Card>
          <Card>
            <CardHeader title={t('rights')} />
            <CardBody className="grid gap-4">
              <FormInput of={formFields.role} disabled={locked} hint={t('role_hint')} />
              <FormInput of={formFields.home_branch} disabled={locked} hint={t('branch_hint')} />
              <FormInput of={statusField} disabled={locked} hint={t('status_hint')} />
            </CardBody>
          </Card>
        </div>
        {locked ? null : <PasswordFields isNew={record === null} />}
      </FormPage>
      {record?.actions.includes('sign_out') ? <Sessions account={record} /> : null}
      {secret ? (
        <SecretDialog
          title={t('password.generated')}
          text={t('password.generated_text')}
          secret={secret}
          labels={{
            copy: t('common:action.copy'),
            copied: t('common:action.copied'),
            close: t('common:action.close'),
            done: t('kit:noted'),
          }}
          onClose={() => {
            setSecret(null);
            leave();
          }}
        />
      ) : null}
    </>
  );
};
