import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { storeUser, type User } from '../../lib/server/session.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Field, Input } from '../../ui/index.ts';
import type { IdentityKind } from './identity.tsx';
import { NO_PROOF, ProofField, toProofInput } from './proof.tsx';

export type ChangeDialogProps = {
  of: IdentityKind;
  user: User;
  /** True when the e-mail or phone is removed instead of changed. */
  removes: boolean;
  onClose: () => void;
  /** Called after a code was sent to the new e-mail or phone. */
  onSent: (user_id: string) => void;
};

/** Asks for the new e-mail or phone and for the current password or a code. */
export const ChangeDialog = ({ of, user, removes, onClose, onSent }: ChangeDialogProps) => {
  const { t } = useTranslation(['profile', 'fields']);
  const [value, setValue] = useState(user[`pending_${of}`] ?? '');
  const [proof, setProof] = useState(NO_PROOF);
  const [missing, setMissing] = useState(false);
  const write = useWrite(api.auth.updateProfile, {
    // the dialog itself shows a refusal
    silent: true,
    onSuccess: (saved) => {
      storeUser(saved);
      if (saved.verify) {
        onSent(saved.verify.user_id);
        return;
      }
      if (removes) showSuccessToast(t(`profile:identity.${of}_removed`));
      onClose();
    },
  });
  const { failure } = write;
  const errors = failure?.errors ?? {};
  const onFields = [of, 'current_password', 'current_code'].some((name) => errors[name]);
  const submit = () => {
    const isMissing = !removes && value.trim() === '';
    setMissing(isMissing);
    return isMissing ? null : write.submit({ ...toProofInput(user, proof), [of]: removes ? null : value });
  };
  const label = t(`fields:${of}`);
  return (
    <FormDialog
      title={t(removes ? `profile:identity.${of}_remove` : `profile:identity.${of}_change`)}
      description={t(removes ? 'profile:identity.remove_text' : 'profile:identity.change_text')}
      action={t(removes ? 'profile:identity.remove' : 'profile:identity.send_code')}
      busy={write.busy}
      danger={removes}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !onFields ? <Banner tone="danger">{failure.message}</Banner> : null}
      {removes ? null : (
        <Field
          label={t('profile:identity.new', { field: label })}
          required
          error={missing ? t('profile:identity.missing') : errors[of]?.[0]}
        >
          <Input
            dir="ltr"
            inputMode={of === 'email' ? 'email' : 'tel'}
            autoComplete={of === 'email' ? 'email' : 'tel'}
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      )}
      <ProofField
        user={user}
        value={proof}
        onChange={setProof}
        error={errors.current_password?.[0] ?? errors.current_code?.[0]}
      />
    </FormDialog>
  );
};
