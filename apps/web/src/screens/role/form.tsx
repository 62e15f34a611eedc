import { ADMIN } from '@dukkan/commerce';
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
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Banner, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { formFields, statusField } from './fields.ts';
import { IconPicker } from './icon.tsx';
import { PermissionMatrix } from './matrix.tsx';

type Role = RowOf<typeof api.role.list>;

const createStartValues = (record: Role | null) => ({
  titles: record?.titles ?? { ar: '', en: '', de: '' },
  permissions: (record?.permissions ?? []).toSorted(),
  icon: (record?.icon ?? (record ? null : 'user')) as 'user' | null,
  global: (record?.global ?? 0) === 1,
  status: (record?.status ?? 1) as 0 | 1,
});

export const RoleForm = ({ record }: { record: Role | null }) => {
  const { t } = useTranslation('role');
  const { user } = useSession();
  const leave = useGoBack(paths.roles);
  const { delete: drop } = useRecordActions(api.role, (row: Role) => row.title);
  const draft = useDraft(api.role.save, {
    facts: { ...formFields, status: statusField },
    record,
    defaults: createStartValues,
    ...(record ? { read: () => readRecord(api.role.list, record.id) } : {}),
    onSaved: () => leave(),
    keep: `role.${record?.id ?? 'new'}`,
  });
  const locked = record !== null && !record.actions.includes('save');
  const isAdmin = user?.permissions.includes(ADMIN) ?? false;
  useTitle(record?.title ?? t('add'));

  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.roles, label: t('title') }}
      actions={
        <RecordButtons
          noun="role"
          record={record}
          facts={{ ...formFields, status: statusField }}
          remove={drop}
          onRemoved={leave}
        />
      }
    >
      {locked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      <Card>
        <CardHeader title={t('facts')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormInput of={formFields.titles} required disabled={locked} />
          <FormInput of={statusField} disabled={locked} hint={t('status_hint')} />
          <FormInput of={formFields.icon}>
            {({ value, onChange }) => (
              <IconPicker
                value={typeof value === 'string' ? value : null}
                onChange={onChange}
                disabled={locked}
              />
            )}
          </FormInput>
          {isAdmin ? <FormInput of={formFields.global} disabled={locked} hint={t('global_hint')} /> : null}
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('rights')} description={t('rights_text')} />
        <CardBody>
          <PermissionMatrix disabled={locked} />
        </CardBody>
      </Card>
    </FormPage>
  );
};
