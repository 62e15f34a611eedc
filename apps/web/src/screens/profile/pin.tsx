import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { storeUser, type User } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, Field, PasswordInput } from '../../ui/index.ts';
import { NO_PROOF, ProofField, toProofInput } from './proof.tsx';

/** Sets, changes or removes the PIN for approvals at a till; needs the password or a code. */
export const PinCard = ({ user }: { user: User }) => {
  const { t } = useTranslation('profile');
  const [proof, setProof] = useState(NO_PROOF);
  const [pin, setPin] = useState('');
  const write = useWrite(api.auth.updateProfile, {
    form: true,
    success: (saved) => t(saved.has_pin ? 'pin.saved' : 'pin.removed'),
    onSuccess: (saved) => {
      storeUser(saved);
      setProof(NO_PROOF);
      setPin('');
    },
  });
  const errors = write.failure?.errors ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void write.submit({ ...toProofInput(user, proof), pin });
  };
  return (
    <Card>
      <CardHeader title={t('pin.title')} description={t('pin.text')} />
      <CardBody>
        <form noValidate className="flex flex-col gap-gap" onSubmit={submit}>
          <p className="text-muted">{t(user.has_pin ? 'pin.has' : 'pin.none')}</p>
          <ProofField
            user={user}
            value={proof}
            onChange={setProof}
            error={errors.current_password?.[0] ?? errors.current_code?.[0]}
          />
          <Field label={t('pin.new')} required error={errors.pin?.[0]}>
            <PasswordInput
              autoComplete="new-password"
              inputMode="numeric"
              showLabel={t('password.show')}
              hideLabel={t('password.hide')}
              value={pin}
              onChange={(event) => setPin(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap justify-between gap-2">
            {user.has_pin ? (
              <Button
                disabled={write.busy}
                onClick={() => void write.submit({ ...toProofInput(user, proof), pin: null })}
              >
                {t('pin.remove')}
              </Button>
            ) : null}
            <Button
              variant="primary"
              type="submit"
              loading={write.busy}
              className="ms-auto"
              disabled={pin === ''}
            >
              {t('pin.save')}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
};
