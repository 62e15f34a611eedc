import type { Approval } from '@dukkan/contract';
import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { AMOUNT_SCALE, findTypedNumberError, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ApprovalDialog, useApprovalDialog } from '../../shared/approval-dialog.tsx';
import { Field, Input, NumberInput } from '../../ui/index.ts';

export const CASH_MOVE_FORMS = ['in', 'out', 'drop'] as const;
export type CashMove = (typeof CASH_MOVE_FORMS)[number];

type MoveDialogProps = { of: RowOf<typeof api.posSession.show>; kind: CashMove; onClose: () => void };

/** Puts cash into an open drawer, takes it out, or moves it to the safe; a seller needs a manager's approval. */
export const MoveCashDialog = ({ of, kind, onClose }: MoveDialogProps) => {
  const { t } = useTranslation(['pos-session', 'fields']);
  const { currencySign, money } = useFormat();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const approval = useApprovalDialog();
  const typed = parseTypedNumber(amount, AMOUNT_SCALE);
  const write = useWrite(api.posSession.move, {
    success: () =>
      t(`pos-session:move.done.${kind}`, {
        amount: isolateBidi(money(typed.value ?? 0, of.currency)),
        till: isolateBidi(of.device_name),
      }),
    silent: true,
    onFailure: approval.takeOrTell,
    onSuccess: onClose,
  });
  const isReasonNeeded = kind !== 'drop' && reason.trim() === '';
  const submit = (word?: Approval) => {
    setTried(true);
    if (!typed.value || isReasonNeeded) return undefined;
    return write.submit({
      session_id: of.id,
      kind,
      amount: typed.value,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(word ? { approval: word } : {}),
    });
  };
  if (approval.isAsking)
    return (
      <ApprovalDialog
        reason="cash"
        branch_id={of.branch_id}
        busy={write.busy}
        failure={write.failure}
        onApprove={(word) => void submit(word)}
        onClose={approval.stop}
      />
    );
  const errors = write.failure?.errors ?? {};
  const missing = tried && !typed.value ? t('pos-session:needed') : undefined;
  return (
    <FormDialog
      title={t(`pos-session:move.${kind}`)}
      description={t(`pos-session:move.text.${kind}`)}
      action={t(`pos-session:move.${kind}`)}
      busy={write.busy}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <Field
        label={t('fields:amount')}
        required
        error={
          (tried ? findTypedNumberError(amount, AMOUNT_SCALE) : undefined) ?? missing ?? errors.amount?.[0]
        }
      >
        <NumberInput value={amount} end={<bdi>{currencySign(of.currency)}</bdi>} onChange={setAmount} />
      </Field>
      <Field
        label={t('fields:reason')}
        required={kind !== 'drop'}
        error={(tried && isReasonNeeded ? t('pos-session:needed') : undefined) ?? errors.reason?.[0]}
      >
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
