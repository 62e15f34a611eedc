import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { User } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Field, Input, PasswordInput } from '../../ui/index.ts';
import { parseIdentity } from './identity.ts';
import type { Credentials } from './sign-in-page.tsx';

type PasswordFormProps = {
  /** The credentials filled in by the demo accounts box. */
  filled: Credentials;
  onSignedIn: (result: { user: User; token: string }) => void;
};

/** Sign-in by e-mail or phone with a password. The error is shown above the fields and stays until the next attempt. */
export const PasswordForm = ({ filled, onSignedIn }: PasswordFormProps) => {
  const { t } = useTranslation('auth');
  const [identity, setIdentity] = useState(filled.identity);
  const [password, setPassword] = useState(filled.password);
  const [missing, setMissing] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { submit, busy, failure } = useWrite(api.auth.signIn, { silent: true });

  useEffect(() => {
    setIdentity(filled.identity);
    setPassword(filled.password);
    if (filled.identity) button.current?.focus();
  }, [filled]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const incomplete = identity.trim() === '' || password === '';
    setMissing(incomplete);
    if (incomplete) {
      if (identity.trim() === '') first.current?.focus();
      return;
    }
    const result = await submit({ ...parseIdentity(identity), password, source: 'dashboard' });
    if (result) onSignedIn(result);
  };

  const errorText = missing ? t('missing') : failure && !failure.network ? failure.message : null;
  const fieldErrors = failure?.errors ?? {};
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="flex flex-col gap-4">
      {errorText ? (
        <Banner tone="danger" title={t('failed')}>
          {errorText}
        </Banner>
      ) : null}
      <Field
        label={t('identity')}
        error={(fieldErrors.email ?? fieldErrors.phone)?.[0]}
        id="sign-in-identity"
      >
        <Input
          ref={first}
          name="username"
          dir="ltr"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={identity}
          onChange={(event) => setIdentity(event.target.value)}
        />
      </Field>
      <Field label={t('password')} error={fieldErrors.password?.[0]} id="sign-in-password">
        <PasswordInput
          name="password"
          autoComplete="current-password"
          showLabel={t('password_show')}
          hideLabel={t('password_hide')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button ref={button} type="submit" variant="primary" size="lg" loading={busy}>
        {t('submit')}
      </Button>
    </form>
  );
};
