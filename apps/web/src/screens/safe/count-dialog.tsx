import { useState } from 'react';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { CurrencyScope } from '../../lib/currency.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { type CountDraft, CountFields, createEmptyCount, toCountInput } from '../../shared/count-fields.tsx';
import { Field, Textarea } from '../../ui/index.ts';

type CountDialogProps = { branch_id: number; currency: string; onClose: () => void };

/**
 * Counts a safe by notes and coins or as one sum; the expected amount is hidden, so that it does not influence the
 * count.
 */
export const CountDialog = ({ branch_id, currency, onClose }: CountDialogProps) => {
  const { t } = useTranslation('safe');
  const { money } = useFormat();
  const [draft, setDraft] = useState<CountDraft>(() => createEmptyCount(currency));
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const counting = useWrite(api.safe.count, {
    silent: true,
    success: ({ counted }) => t('count.done', { amount: isolateBidi(money(counted ?? 0, currency)) }),
    onSuccess: onClose,
  });
  const { note: noteErrors, ...errors } = counting.failure?.errors ?? {};
  const submit = () => {
    setTried(true);
    const count = toCountInput(draft);
    if (count === null) return undefined;
    const trimmedNote = note.trim();
    return counting.submit({
      branch_id,
      currency: currency as never,
      ...count,
      ...(trimmedNote === '' ? {} : { note: trimmedNote }),
    });
  };
  return (
    <CurrencyScope of={{ currency }}>
      <FormDialog
        title={t('count.title')}
        description={t('count.text')}
        action={t('count.action')}
        busy={counting.busy}
        onSubmit={submit}
        onClose={onClose}
      >
        <CountFields
          of={draft}
          currency={currency}
          onChange={setDraft}
          tried={tried}
          error={Object.values(errors)[0]?.[0]}
        />
        <Field label={t('note')} hint={t('count.note_hint')} error={noteErrors?.[0]}>
          <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </FormDialog>
    </CurrencyScope>
  );
};
