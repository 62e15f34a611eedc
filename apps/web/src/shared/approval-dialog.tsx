import type { Approval, ApprovalReason } from '@dukkan/contract';
import { useRef, useState } from 'react';
import { FormDialog } from '../kit/index.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { CallFailure } from '../lib/server/call.ts';
import { showFailureToast } from '../lib/server/toast.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Banner, Button, Field, PasswordInput, Select } from '../ui/index.ts';

/** Failures that ask for a manager's approval. */
const APPROVAL_CODES = ['approval.needed', 'return.needs_approval', 'order.discount_limit'];
/** Failures that the dialog itself shows. */
const OWN = ['auth.failed', 'auth.limited', 'approval.locked', 'permission.denied'];

export const isApprovalRefusal = ({ code }: Pick<CallFailure, 'code'>): boolean =>
  code !== null && APPROVAL_CODES.includes(code);
/** Who approved last in this tab: at a till it is mostly the same manager again. */
let lastApprover: number | null = null;
const isOwn = ({ code }: Pick<CallFailure, 'code'>): boolean => code !== null && OWN.includes(code);

/**
 * Manages whether the approval dialog is open. `take` opens it for a failure that asks for approval and returns true if
 * the dialog handles the failure; the caller shows the others.
 */
export function useApprovalDialog() {
  const [isAsking, setAsking] = useState(false);
  const take = (refusal: CallFailure): boolean => {
    const isTaken = isApprovalRefusal(refusal) || (isAsking && isOwn(refusal));
    setAsking(isTaken);
    return isTaken;
  };
  return {
    isAsking,
    stop: () => setAsking(false),
    take,
    /**
     * For forms, which show errors on their fields: handles the failure or shows it as a toast, unless it belongs to a
     * field.
     */
    takeOrTell: (refusal: CallFailure): void => {
      if (!take(refusal) && Object.keys(refusal.errors).length === 0) showFailureToast(refusal);
    },
  };
}

type ApprovalDialogProps = {
  reason: ApprovalReason;
  branch_id: number;
  busy: boolean;
  /** The answer to the last approval that was sent. */
  failure: CallFailure | null;
  onApprove: (approval: Approval) => void;
  onClose: () => void;
};

/** Asks a manager to approve by PIN, or by password if they have no PIN; neither is stored. */
export const ApprovalDialog = ({
  reason,
  branch_id,
  busy,
  failure,
  onApprove,
  onClose,
}: ApprovalDialogProps) => {
  const { t } = useTranslation('approval');
  const read = useRead(api.posSession.approvers, { reason, branch_id, limit: 100 });
  const people = read.results ?? [];
  const [chosen, choose] = useState<number | null>(null);
  const likely = people.length === 1 ? people[0] : people.find(({ id }) => id === lastApprover);
  const account_id = chosen ?? likely?.id ?? null;
  const hasPin = people.find(({ id }) => id === account_id)?.has_pin ?? true;
  const [withPassword, setWithPassword] = useState(false);
  const isPin = hasPin && !withPassword;
  const [secret, setSecret] = useState('');
  const [tried, setTried] = useState(false);
  const secretBox = useRef<HTMLInputElement>(null);
  const hasJustChosen = useRef(false);
  const submit = () => {
    setTried(true);
    if (account_id === null || secret === '') return;
    setSecret('');
    setTried(false);
    lastApprover = account_id;
    onApprove({ account_id, ...(isPin ? { pin: secret } : { password: secret }) });
  };
  const needed = (isMissing: boolean) => (tried && isMissing ? t('needed') : undefined);
  return (
    <FormDialog
      title={t('title')}
      description={t(`text.${reason}`)}
      action={t('do')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !isApprovalRefusal(failure) ? (
        <Banner tone="danger">
          <bdi>{failure.errors['approval.pin']?.[0] ?? failure.message}</bdi>
        </Banner>
      ) : null}
      {read.results && people.length === 0 ? <Banner tone="warning">{t('nobody')}</Banner> : null}
      <Field label={t('who')} required error={needed(account_id === null)}>
        <Select
          value={account_id === null ? undefined : String(account_id)}
          onChange={(id) => {
            choose(Number(id));
            hasJustChosen.current = true;
          }}
          onClosed={(event) => {
            if (!hasJustChosen.current) return;
            hasJustChosen.current = false;
            event.preventDefault();
            secretBox.current?.focus();
          }}
          placeholder={t('choose')}
          disabled={people.length === 0}
          options={people.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> }))}
        />
      </Field>
      <Field label={t(isPin ? 'pin' : 'password')} required error={needed(secret === '')}>
        <PasswordInput
          ref={secretBox}
          // the secret is another person's, so the browser must not save it for the signed-in user
          autoComplete={isPin ? 'one-time-code' : 'new-password'}
          inputMode={isPin ? 'numeric' : 'text'}
          showLabel={t('show')}
          hideLabel={t('hide')}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      {hasPin ? (
        <div>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setSecret('');
              setWithPassword(!withPassword);
            }}
          >
            {t(withPassword ? 'with_pin' : 'with_password')}
          </Button>
        </div>
      ) : null}
    </FormDialog>
  );
};
