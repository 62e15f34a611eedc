import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { Banner, Field, Input, PasswordInput } from '../../ui/index.ts';

/** A manager's word, as the server takes it. */
export type Approval = { readonly email?: string; readonly phone?: string; readonly password: string };

type ApprovalDialogProps = {
  busy: boolean;
  failure: CallFailure | null;
  onApprove: (approval: Approval) => void;
  onClose: () => void;
};

/** Asks a manager to approve the return with their own password; nothing of it is kept (decisions 3.5). */
export const ApprovalDialog = ({ busy, failure, onApprove, onClose }: ApprovalDialogProps) => {
  const { t } = useTranslation(['order-return', 'fields']);
  const [who, setWho] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const needed = (text: string) =>
    tried && text.trim() === '' ? t('order-return:approval.needed') : undefined;
  const submit = () => {
    setTried(true);
    const name = who.trim();
    if (name === '' || password === '') return;
    onApprove({ ...(name.includes('@') ? { email: name } : { phone: name }), password });
  };
  return (
    <FormDialog
      title={t('order-return:approval.title')}
      description={t('order-return:approval.text')}
      action={t('order-return:approval.do')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && failure.code !== 'return.needs_approval' ? (
        <Banner tone="danger">
          <bdi>{failure.message}</bdi>
        </Banner>
      ) : null}
      <Field label={t('order-return:approval.who')} required error={needed(who)}>
        <Input dir="ltr" autoComplete="off" value={who} onChange={(event) => setWho(event.target.value)} />
      </Field>
      <Field label={t('fields:password')} required error={needed(password)}>
        <PasswordInput
          // somebody else's: the browser is not to keep it for the one who is signed in
          autoComplete="new-password"
          showLabel={t('order-return:approval.show')}
          hideLabel={t('order-return:approval.hide')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
};
