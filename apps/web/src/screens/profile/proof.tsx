import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { User } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Banner, Button, Field, OtpInput, PasswordInput } from '../../ui/index.ts';
import { Resend } from './resend.tsx';

/** Proof of identity: the password, or a code for accounts without one. */
export type OwnershipProof = { password: string; request: string | null; code: string };

export const NO_PROOF: OwnershipProof = { password: '', request: null, code: '' };

/** Returns the proof as `/user/profile/update` expects it. */
export const toProofInput = (user: User, { password, request, code }: OwnershipProof) =>
  user.has_password
    ? { current_password: password }
    : { current_code: request ? { user_id: request, code } : null };

export type ProofFieldProps = {
  user: User;
  value: OwnershipProof;
  onChange: (proof: OwnershipProof) => void;
  /** The server's error about the proof. */
  error: string | undefined;
};

/** Asks for the current password; an account without one receives a code at its current e-mail or phone. */
export const ProofField = (props: ProofFieldProps) =>
  props.user.has_password ? <CurrentPasswordField {...props} /> : <CurrentCodeField {...props} />;

const CurrentPasswordField = ({ value, onChange, error }: ProofFieldProps) => {
  const { t } = useTranslation(['profile', 'fields']);
  return (
    <Field label={t('fields:current_password')} required error={error && <bdi>{error}</bdi>}>
      <PasswordInput
        autoComplete="current-password"
        showLabel={t('profile:password.show')}
        hideLabel={t('profile:password.hide')}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
    </Field>
  );
};

const CurrentCodeField = ({ value, onChange, error }: ProofFieldProps) => {
  const { t } = useTranslation('profile');
  const wait = useCountdown();
  const [sent, setSent] = useState(false);
  const ask = useWrite(api.auth.confirmCode, { silent: true });
  const seconds = ask.failure?.code === 'otp.wait' ? Number(ask.failure.params.seconds) : 0;
  useEffect(() => {
    if (seconds > 0) wait.start(seconds);
  }, [seconds, wait.start]);
  const send = async () => {
    const answer = await ask.submit({});
    if (!answer) return;
    setSent(true);
    wait.start(answer.resend_in);
    onChange({ ...value, request: answer.user_id, code: '' });
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t('proof.why')}</p>
      {ask.failure ? <Banner tone="danger">{ask.failure.message}</Banner> : null}
      {sent ? (
        <>
          <Field label={t('proof.code')} required error={error && <bdi>{error}</bdi>}>
            <OtpInput value={value.code} onChange={(code) => onChange({ ...value, code })} />
          </Field>
          <Resend left={wait.secondsLeft} busy={ask.busy} onResend={() => void send()} />
        </>
      ) : wait.secondsLeft > 0 ? (
        <Resend left={wait.secondsLeft} busy={ask.busy} onResend={() => void send()} />
      ) : (
        <Button className="self-start" loading={ask.busy} onClick={() => void send()}>
          {t('proof.send')}
        </Button>
      )}
    </div>
  );
};
