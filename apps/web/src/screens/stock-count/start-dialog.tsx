import { useState } from 'react';
import { FormDialog, RefPicker } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Field, Textarea } from '../../ui/index.ts';

/** Starts a stock-taking: selects the branch and enters a note. */
export const StartDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['stock-count', 'fields']);
  const openPage = useOpenPage();
  const shell = useBranch();
  const only = useOnlyBranch();
  const [chosen, setBranch] = useState<number | null>(null);
  const branch_id = chosen ?? shell ?? only;
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const write = useWrite(api.stockCount.save, {
    form: true,
    onSuccess: ({ id }) => openPage(paths.stockCount(id)),
  });
  const submit = () => {
    setTried(true);
    return branch_id === null
      ? null
      : write.submit({ branch_id, ...(notes.trim() === '' ? {} : { notes: notes.trim() }) });
  };
  const missing = tried && branch_id === null ? t('stock-count:branch_needed') : undefined;
  return (
    <FormDialog
      title={t('stock-count:start')}
      description={t('stock-count:start_text')}
      action={t('stock-count:begin')}
      busy={write.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('fields:branch_id')} required error={missing ?? write.failure?.errors.branch_id?.[0]}>
        <RefPicker to="branch" value={branch_id} onChange={setBranch} />
      </Field>
      <Field label={t('fields:notes')} error={write.failure?.errors.notes?.[0]}>
        <Textarea dir="auto" rows={2} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </Field>
    </FormDialog>
  );
};
