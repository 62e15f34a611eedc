import { useFormContext, useWatch } from 'react-hook-form';
import { defineFields, FormInput } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card, CardBody, CardHeader, PasswordInput, RadioGroup } from '../../ui/index.ts';

type Way = 'keep' | 'generate' | 'type';

const password = defineFields({ password: { kind: 'code' } }).password;

/** Keeps the password, lets the server generate one (shown once), or sets a typed one. */
export const PasswordFields = ({ isNew }: { isNew: boolean }) => {
  const { t } = useTranslation('account');
  const { setValue } = useFormContext();
  const [generates, typed] = useWatch({ name: ['generate_password', 'password'] }) as [
    boolean | null,
    string | null,
  ];
  const way: Way = generates ? 'generate' : typed === '' ? 'keep' : 'type';
  const choose = (next: Way) => {
    setValue('generate_password', next === 'generate' ? true : null, { shouldDirty: true });
    // null shows the password box while it is empty; the server treats both values as no password
    setValue('password', next === 'type' ? null : '', { shouldDirty: true });
  };
  return (
    <Card>
      <CardHeader title={t('password.title')} />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <RadioGroup<Way>
          aria-label={t('password.title')}
          value={way}
          onChange={choose}
          options={[
            {
              value: 'keep',
              label: t(isNew ? 'password.none' : 'password.keep'),
              hint: isNew ? t('password.none_hint') : undefined,
            },
            { value: 'generate', label: t('password.generate'), hint: t('password.generate_hint') },
            { value: 'type', label: t('password.type') },
          ]}
        />
        {way === 'type' ? (
          <FormInput of={password} required hint={t('password.rule')}>
            {({ value, onChange, onBlur }) => (
              <PasswordInput
                autoComplete="new-password"
                showLabel={t('password.show')}
                hideLabel={t('password.hide')}
                value={String(value ?? '')}
                onChange={(event) => onChange(event.target.value || null)}
                onBlur={onBlur}
              />
            )}
          </FormInput>
        ) : null}
      </CardBody>
    </Card>
  );
};
