import type { Approval } from '@dukkan/contract';
import { useState } from 'react';
import { CurrencyScope } from '../../lib/currency.ts';
import { AMOUNT_SCALE, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ApprovalDialog, useApprovalDialog } from '../../shared/approval-dialog.tsx';
import { type CountDraft, type Counted, createEmptyCount, toCountInput } from '../../shared/count-fields.tsx';
import { CloseResultStep, type ClosingMode, CountStep } from './close-steps.tsx';

type Session = RowOf<typeof api.posSession.show>;

type FirstCount = { readonly id: number; readonly differs: boolean };

type CloseDialogProps = {
  of: Session;
  how: ClosingMode;
  onClose: () => void;
  /** Called after a handover with the id of the newly opened session. */
  onOpened: (id: number) => void;
};

/** Returns a count in the form that the closing endpoint expects. */
const toClosingCount = (count: Counted) => ('amount' in count ? { end_session_amount: count.amount } : count);

type ClosingProps = Omit<CloseDialogProps, 'how'> & { onFailure: (refusal: CallFailure) => void };

/** Closes a drawer or hands it over, and reports whether the count matched. */
function useClosing({ of, onClose, onOpened, onFailure }: ClosingProps) {
  const { t } = useTranslation('pos-session');
  const { money } = useFormat();
  const showClosedToast = (difference: number | null, z_number: number | null) =>
    showSuccessToast(
      t(difference === 0 ? 'close.done' : 'close.done_off', {
        till: isolateBidi(of.device_name),
        number: isolateBidi(String(z_number)),
        amount: isolateBidi(money(difference ?? 0, of.currency)),
      }),
    );
  const closing = useWrite(api.posSession.close, {
    silent: true,
    onFailure,
    onSuccess: ({ difference, z_number }) => {
      showClosedToast(difference, z_number);
      onClose();
    },
  });
  const handing = useWrite(api.posSession.handOver, {
    silent: true,
    onFailure,
    onSuccess: ({ closed, opened }) => {
      showClosedToast(closed.difference, closed.z_number);
      onOpened(opened.id);
    },
  });
  return { closing, handing };
}

/**
 * Closes the user's own drawer or another user's, or hands it over: a blind count, a second one if it differs, then the
 * amount that stays in the drawer and the reason for a difference.
 */
export const CloseDialog = ({ of, how, onClose, onOpened }: CloseDialogProps) => {
  const [draft, setDraft] = useState<CountDraft>(() => createEmptyCount(of.currency));
  const [tried, setTried] = useState(false);
  const [step, setStep] = useState<'count' | 'result'>('count');
  const [first, setFirst] = useState<FirstCount | null>(null);
  const [isRecount, setRecount] = useState(false);
  const [left, setLeft] = useState('');
  const [note, setNote] = useState('');
  const approval = useApprovalDialog();
  const counting = useWrite(api.posSession.count, {
    silent: true,
    onSuccess: ({ id, differs }) => {
      setFirst({ id, differs });
      setTried(false);
      setStep('result');
    },
    onFailure: (refusal) => {
      // the drawer was already counted and the dialog closed before the end, so this is the second count
      const { count_id } = refusal.params as { count_id?: number };
      if (refusal.code !== 'session.counted' || count_id === undefined) return approval.takeOrTell(refusal);
      setFirst({ id: count_id, differs: true });
      setRecount(true);
      setStep('result');
    },
  });
  const { closing, handing } = useClosing({ of, onClose, onOpened, onFailure: approval.takeOrTell });
  const write = how === 'hand_over' ? handing : closing;
  const counted = toCountInput(draft);
  const count = counted && toClosingCount(counted);
  const place = { device_id: of.device_id, session_id: of.id };
  const stays = parseTypedNumber(left, AMOUNT_SCALE);
  const isNoteNeeded = how === 'close_for' && note.trim() === '';

  const submitCount = () => {
    setTried(true);
    if (count === null) return undefined;
    if (!isRecount) return counting.submit({ ...place, ...count });
    setTried(false);
    return setStep('result');
  };
  const submitClose = (word?: Approval) => {
    setTried(true);
    if (count === null || stays.wrong !== null || isNoteNeeded) return undefined;
    const input = {
      ...place,
      ...count,
      ...(first ? { recount_of: first.id } : {}),
      ...(stays.value === null ? {} : { left_in_drawer: stays.value }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      ...(word ? { approval: word } : {}),
    };
    return how === 'hand_over'
      ? handing.submit(input)
      : closing.submit({ ...input, ...(how === 'close_for' ? { for_device: true } : {}) });
  };
  if (approval.isAsking)
    return (
      <ApprovalDialog
        reason="close"
        branch_id={of.branch_id}
        busy={write.busy}
        failure={write.failure}
        onApprove={(word) => void submitClose(word)}
        onClose={approval.stop}
      />
    );
  const countAgain = () => {
    setRecount(true);
    setDraft(createEmptyCount(of.currency));
    setTried(false);
    setStep('count');
  };
  return (
    <CurrencyScope of={of}>
      {step === 'count' ? (
        <CountStep
          of={of}
          how={how}
          draft={draft}
          onChange={setDraft}
          tried={tried}
          isRecount={isRecount}
          counting={counting}
          onSubmit={submitCount}
          onClose={onClose}
        />
      ) : (
        <CloseResultStep
          of={of}
          how={how}
          counted={counted}
          onCountAgain={first?.differs && !isRecount ? countAgain : null}
          left={left}
          onLeft={setLeft}
          note={note}
          onNote={setNote}
          isNoteNeeded={isNoteNeeded}
          tried={tried}
          write={write}
          onSubmit={() => submitClose()}
          onClose={onClose}
        />
      )}
    </CurrencyScope>
  );
};
