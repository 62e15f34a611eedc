import { useEffect, useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { signIn, type User } from '../../lib/server/session.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Field, OtpInput } from '../../ui/index.ts';
import type { PendingCodeRequest } from './identity.tsx';
import { Resend } from './resend.tsx';

/** Seconds before another code can be requested; the server answers with a longer wait if there is one. */
const FIRST_WAIT = 60;
const DIGITS = 6;

export type CodeDialogProps = {
  request: PendingCodeRequest;
  user: User;
  onClose: () => void;
  /** Called to request another code, which needs the password or a code again. */
  onAgain: () => void;
};

/** Asks for the code that was sent to the new e-mail or phone; a correct code makes the change. */
export const CodeDialog = ({ request, user, onClose, onAgain }: CodeDialogProps) => {
  const { t } = useTranslation('profile');
  const [code, setCode] = useState('');
  const { secondsLeft: left, start } = useCountdown();
  useEffect(() => start(FIRST_WAIT), [start]);
  const verify = useWrite(api.auth.verify, {
    // a wrong code is reported at its field
    silent: true,
    onSuccess: (result) => {
      signIn(result);
      showSuccessToast(t(`profile:identity.${request.of}_changed`));
      onClose();
    },
  });
  const prove = async (digits: string) => {
    if (digits.length < DIGITS) return;
    const result = await verify.submit({ user_id: request.user_id, code: digits });
    if (!result) setCode('');
  };
  return (
    <FormDialog
      title={t('profile:code.title')}
      description={t('profile:code.sent', { value: isolateBidi(user[`pending_${request.of}`] ?? '') })}
      action={t('profile:code.confirm')}
      busy={verify.busy}
      disabled={code.length < DIGITS}
      leave={t('profile:code.later')}
      onSubmit={() => prove(code)}
      onClose={onClose}
    >
      <Field label={t('profile:code.label')} error={verify.failure?.message}>
        <OtpInput value={code} onChange={setCode} onComplete={(digits) => void prove(digits)} />
      </Field>
      <Resend left={left} busy={false} onResend={onAgain} />
    </FormDialog>
  );
};
