import {
  countUtf8Bytes,
  generatePassword,
  listUnmetPasswordRules,
  PASSWORD_MAX_BYTES,
} from '@dukkan/commerce';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { storeUser, type User } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, Field, PasswordInput, SecretDialog } from '../../ui/index.ts';
import { Checklist } from './checklist.tsx';
import { NO_PROOF, ProofField, toProofInput } from './proof.tsx';
import { getRandomInt } from './random.ts';

type Problem = 'weak' | 'long' | 'differs' | 'same';

/** Checks the typed passwords before they are sent; the server checks again. */
function findPasswordProblem(current: string, next: string, again: string): Problem | null {
  if (listUnmetPasswordRules(next).length > 0) return 'weak';
  if (countUtf8Bytes(next) > PASSWORD_MAX_BYTES) return 'long';
  if (next === current) return 'same';
  return next === again ? null : 'differs';
}

/** Changes the password, after the current one or a code; signs out all other sessions. */
export const PasswordCard = ({ user, id }: { user: User; id: string }) => {
  const { t } = useTranslation(['profile', 'kit', 'fields']);
  const openPage = useOpenPage();
  const [proof, setProof] = useState(NO_PROOF);
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const [generated, setGenerated] = useState<string | null>(null);
  const write = useWrite(api.auth.updateProfile, {
    success: t('profile:password.changed'),
    form: true,
    onSuccess: (saved) => {
      storeUser(saved);
      setProof(NO_PROOF);
      setNext('');
      setAgain('');
      setTried(false);
      if (user.must_change_password) openPage(paths.home, { replace: true });
    },
  });
  const problem = tried ? findPasswordProblem(proof.password, next, again) : null;
  const errors = write.failure?.errors ?? {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (findPasswordProblem(proof.password, next, again)) return;
    await write.submit({ ...toProofInput(user, proof), password: next, password_confirmation: again });
  };
  const own = (of: Problem) => (problem === of ? t(`profile:password.${of}`) : undefined);
  const shared = {
    autoComplete: 'new-password',
    showLabel: t('profile:password.show'),
    hideLabel: t('profile:password.hide'),
  };
  return (
    <Card id={id} className="scroll-mt-16">
      <CardHeader title={t('profile:part.password')} description={t('profile:part.password_text')} />
      <CardBody>
        <form noValidate className="flex flex-col gap-gap" onSubmit={(event) => void submit(event)}>
          {/* tells password managers to which account the password belongs */}
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={user.email ?? user.phone ?? ''}
          />
          <ProofField
            user={user}
            value={proof}
            onChange={setProof}
            error={errors.current_password?.[0] ?? errors.current_code?.[0]}
          />
          <Field
            label={t('profile:password.new')}
            required
            error={own('weak') ?? own('long') ?? own('same') ?? errors.password?.[0]}
          >
            <PasswordInput
              {...shared}
              value={next}
              onChange={(event) => setNext(event.target.value)}
              strength={<Checklist password={next} />}
            />
          </Field>
          <Field
            label={t('fields:password_confirmation')}
            required
            error={own('differs') ?? errors.password_confirmation?.[0]}
          >
            <PasswordInput {...shared} value={again} onChange={(event) => setAgain(event.target.value)} />
          </Field>
          <div className="flex flex-wrap justify-between gap-2">
            <Button icon={<KeyRound />} onClick={() => setGenerated(generatePassword(getRandomInt))}>
              {t('profile:password.generate')}
            </Button>
            <Button variant="primary" type="submit" loading={write.busy}>
              {t('profile:password.save')}
            </Button>
          </div>
        </form>
      </CardBody>
      {generated ? (
        <SecretDialog
          title={t('profile:password.generated')}
          text={t('profile:password.generated_text')}
          secret={generated}
          labels={{
            copy: t('common:action.copy'),
            copied: t('common:action.copied'),
            close: t('common:action.close'),
            done: t('kit:noted'),
          }}
          onClose={() => {
            setNext(generated);
            setAgain(generated);
            setGenerated(null);
          }}
        />
      ) : null}
    </Card>
  );
};
