import { type FormEvent, useState } from 'react';
import { Bdi, isolateBidi } from '../../lib/bidi.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { User } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { formatClock, useCountdown } from '../../lib/use-countdown.ts';
import { Banner, Button, Field, Input, OtpInput } from '../../ui/index.ts';
import { parseIdentity } from './identity.ts';

type CodeFormProps = { onSignedIn: (result: { user: User; token: string }) => void };

const options = { skipExistsUser: true, restore_deleted: false, source: 'dashboard' } as const;

/** Sends a code to the phone or e-mail address and then asks for it; another code can be requested after a pause. */
export const CodeForm = ({ onSignedIn }: CodeFormProps) => {
  const { t } = useTranslation('auth');
  const [identity, setIdentity] = useState('');
  const [request, setRequest] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const resend = useCountdown();
  const byEmail = useWrite(api.auth.registerEmail, { silent: true });
  const byPhone = useWrite(api.auth.registerPhone, { silent: true });
  const verify = useWrite(api.auth.verify, { silent: true });
  const way = identity.includes('@') ? byEmail : byPhone;

  const ask = async (event?: FormEvent) => {
    event?.preventDefault();
    setMissing(identity.trim() === '');
    if (identity.trim() === '') return;
    const to = parseIdentity(identity);
    verify.reset();
    setCode('');
    const sent =
      'email' in to
        ? await byEmail.submit({ ...to, ...options })
        : await byPhone.submit({ ...to, ...options });
    if (!sent) return;
    setRequest(sent.user_id);
    resend.start(sent.resend_in);
  };

  const prove = async (digits: string) => {
    if (!request || digits.length < 6) return;
    const result = await verify.submit({ user_id: request, code: digits });
    if (result) onSignedIn(result);
    else setCode('');
  };

  const failure = request ? (verify.failure ?? way.failure) : way.failure;
  const errorText = missing ? t('identity_missing') : failure && !failure.network ? failure.message : null;
  const problem = errorText ? (
    <Banner tone="danger" title={t('failed')}>
      {errorText}
    </Banner>
  ) : null;

  if (!request) {
    return (
      <form onSubmit={(event) => void ask(event)} noValidate className="flex flex-col gap-4">
        {problem}
        <Field label={t('identity')} hint={t('code_hint')} id="code-identity">
          <Input
            dir="ltr"
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={identity}
            onChange={(event) => setIdentity(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={way.busy}>
          {t('code_send')}
        </Button>
      </form>
    );
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void prove(code);
      }}
      noValidate
      className="flex flex-col gap-4"
    >
      {problem}
      <p className="text-base text-muted">{t('code_sent', { identity: isolateBidi(identity.trim()) })}</p>
      <Field label={t('code')} id="code-digits">
        <OtpInput value={code} onChange={setCode} onComplete={(digits) => void prove(digits)} autoFocus />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={verify.busy} disabled={code.length < 6}>
        {t('submit')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="link" size="sm" onClick={() => setRequest(null)}>
          {t('identity_change')}
        </Button>
        {resend.secondsLeft > 0 ? (
          <span className="text-sm text-subtle">
            {t('resend_in')} <Bdi className="tabular">{formatClock(resend.secondsLeft)}</Bdi>
          </span>
        ) : (
          <Button variant="link" size="sm" loading={way.busy} onClick={() => void ask()}>
            {t('resend')}
          </Button>
        )}
      </div>
    </form>
  );
};
