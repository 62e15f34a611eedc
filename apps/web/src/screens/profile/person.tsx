import { FormInput, FormPage, useDraft } from '../../kit/index.ts';
import { getLocale, setLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { storeUser, type User } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';
import { formFields } from './fields.ts';

type Theme = RowOf<typeof api.setting.public>['theme'];

/**
 * Returns the form's values; fields without a choice of the user show the shop's own theme, because that is what the
 * user sees.
 */
const createStartValues = (user: User, theme: Theme | undefined) => ({
  name: user.name,
  // the URL of the stored picture, so that the form notices another picture or its removal
  avatar_base64: user.avatar_url,
  locale_choice: user.locale ?? getLocale(),
  preferences: {
    skin: user.preferences.skin ?? theme?.skin ?? 'system',
    density: user.preferences.density ?? theme?.density ?? 'comfortable',
    digits: user.preferences.digits ?? 'latn',
  } as const,
});

/** The user's own name, picture, language and appearance. */
export const PersonForm = ({ user }: { user: User }) => {
  const { t } = useTranslation('profile');
  const theme = useRead(api.setting.public, {}).results?.theme;
  const draft = useDraft(api.auth.updateProfile, {
    facts: formFields,
    record: user,
    defaults: (record) => createStartValues(record ?? user, theme),
    read: async () => (await callApi(api.auth.profile, {})).results,
    success: t('saved'),
    onSaved: (saved) => {
      storeUser(saved);
      if (saved.locale && saved.locale !== getLocale()) void setLocale(saved.locale);
    },
  });
  return (
    <FormPage draft={draft} title={t('title')} back={{ to: paths.home, label: t('back') }}>
      <div className="grid items-start gap-gap lg:grid-cols-2">
        <Card>
          <CardHeader title={t('part.person')} description={user.role?.title} />
          <CardBody className="grid gap-gap">
            <FormInput of={formFields.name} required />
            <FormInput of={formFields.avatar} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('part.look')} />
          <CardBody className="grid gap-gap">
            <FormInput of={formFields.locale} />
            <FormInput of={formFields.skin} />
            <FormInput of={formFields.density} />
            <FormInput of={formFields.digits} hint={t('digits_hint')} />
          </CardBody>
        </Card>
      </div>
    </FormPage>
  );
};
