import type { Approval } from '@dukkan/contract';
import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { Money } from '../../kit/kinds/cell.tsx';
import { CurrencyScope } from '../../lib/currency.ts';
import { AMOUNT_SCALE, findTypedNumberError, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ApprovalDialog, useApproval } from '../../shared/approval-dialog.tsx';
import { Banner, Button, Field, NumberInput, Textarea } from '../../ui/index.ts';
import { amountOfCount, type CountDraft, CountFields, emptyCount, toCount } from './count-fields.tsx';

type Session = RowOf<typeof api.posSession.show>;
export type Closing = 'close' | 'close_for' | 'hand_over';

type FirstCount = { readonly id: number; readonly differs: boolean };

type CloseDialogProps = {
  of: Session;
  how: Closing;
  onClose: () => void;
  /** Handed over: the session that was opened by it. */
  onOpened: (id: number) => void;
};

/**
 * Closes a drawer, for oneself, for another or to hand it over: counted blind, once more where it does not fit, then what
 * stays and why it differs.
 */
export const CloseDialog = ({ of, how, onClose, onOpened }: CloseDialogProps) => {
  const { t } = useTranslation(['pos-session', 'fields']);
  const { money, number } = useFormat();
  const [draft, setDraft] = useState<CountDraft>(() => emptyCount(of.currency));
  const [tried, setTried] = useState(false);
  const [step, setStep] = useState<'count' | 'result'>('count');
  const [first, setFirst] = useState<FirstCount | null>(null);
  const [isRecount, setRecount] = useState(false);
  const [left, setLeft] = useState('');
  const [note, setNote] = useState('');
  const approval = useApproval();
  const counting = useWrite(api.posSession.count, {
    silent: true,
    onSuccess: ({ id, differs }) => {
      setFirst({ id, differs });
      setTried(false);
      setStep('result');
    },
    onFailure: (refusal) => {
      // it was counted before, by whoever looked away meanwhile: this is the second time
      const { count_id } = refusal.params as { count_id?: number };
      if (refusal.code !== 'session.counted' || count_id === undefined) return approval.takeOrTell(refusal);
      setFirst({ id: count_id, differs: true });
      setRecount(true);
      setStep('result');
    },
  });
  const told = (difference: number | null, z_number: number | null) =>
    showSuccessToast(
      t(difference === 0 ? 'pos-session:close.done' : 'pos-session:close.done_off', {
        number: isolateBidi(String(z_number)),
        amount: isolateBidi(money(difference ?? 0, of.currency)),
      }),
    );
  const closing = useWrite(api.posSession.close, {
    silent: true,
    onFailure: approval.takeOrTell,
    onSuccess: ({ difference, z_number }) => {
      told(difference, z_number);
      onClose();
    },
  });
  const handing = useWrite(api.posSession.handOver, {
    silent: true,
    onFailure: approval.takeOrTell,
    onSuccess: ({ closed, opened }) => {
      told(closed.difference, closed.z_number);
      onOpened(opened.id);
    },
  });
  const write = how === 'hand_over' ? handing : closing;
  const count = toCount(draft);
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
  const errors = write.failure?.errors ?? {};
  const title = t(`pos-session:${how}.title`);
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
  if (step === 'count')
    return (
      <CurrencyScope of={of}>
        <FormDialog
          title={title}
          description={t(isRecount ? 'pos-session:count.again_text' : 'pos-session:count.text')}
          action={t('pos-session:count.next')}
          busy={counting.busy}
          onSubmit={submitCount}
          onClose={onClose}
        >
          {of.open_orders > 0 ? (
            <Banner tone="warning">
              {t('pos-session:close.open_orders', { count: of.open_orders, shown: number(of.open_orders) })}
            </Banner>
          ) : null}
          <CountFields
            of={draft}
            currency={of.currency}
            onChange={setDraft}
            tried={tried}
            error={Object.values(counting.failure?.errors ?? {})[0]?.[0]}
          />
        </FormDialog>
      </CurrencyScope>
    );
  return (
    <CurrencyScope of={of}>
      <FormDialog
        title={title}
        description={t(`pos-session:${how}.text`)}
        action={t(`pos-session:${how}.do`)}
        busy={write.busy}
        onSubmit={() => submitClose()}
        onClose={onClose}
      >
        <p className="flex justify-between gap-2 rounded-lg bg-sunken px-4 py-3">
          <span className="text-muted">{t('pos-session:term.counted')}</span>
          <span className="text-xl font-semibold tabular">
            <Money amount={count ? amountOfCount(count) : 0} />
          </span>
        </p>
        {first?.differs && !isRecount ? (
          <Banner
            tone="warning"
            actions={
              <Button
                size="sm"
                onClick={() => {
                  setRecount(true);
                  setDraft(emptyCount(of.currency));
                  setTried(false);
                  setStep('count');
                }}
              >
                {t('pos-session:count.again')}
              </Button>
            }
          >
            {t('pos-session:count.differs')}
          </Banner>
        ) : null}
        <Field
          label={t('pos-session:left_in_drawer')}
          hint={t('pos-session:left_hint')}
          error={(tried ? findTypedNumberError(left, AMOUNT_SCALE) : undefined) ?? errors.left_in_drawer?.[0]}
        >
          <NumberInput value={left} end={<bdi>{of.currency}</bdi>} onChange={setLeft} />
        </Field>
        <Field
          label={t('pos-session:note')}
          required={how === 'close_for'}
          error={(tried && isNoteNeeded ? t('pos-session:needed') : undefined) ?? errors.note?.[0]}
        >
          <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {errors.end_session_amount || errors.recount_of ? (
          <Banner tone="danger">{(errors.end_session_amount ?? errors.recount_of)?.[0]}</Banner>
        ) : null}
      </FormDialog>
    </CurrencyScope>
  );
};
