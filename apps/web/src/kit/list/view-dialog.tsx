import type { Noun } from '@dukkan/contract';
import { useState } from 'react';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Checkbox, Field, Input } from '../../ui/index.ts';
import { FormDialog } from '../form/form-dialog.tsx';

type View = { id: number; name: string; shared: number; version: number };

export type ViewDialogProps = {
  noun: Noun;
  /** The view to rename or share; undefined for a new one. */
  view: View | undefined;
  query: string;
  onClose: () => void;
};

/** Asks for the name of a saved view and whether everybody sees it. */
export const ViewDialog = ({ noun, view, query, onClose }: ViewDialogProps) => {
  const { t } = useTranslation('kit');
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared === 1);
  const save = useWrite(api.view.save, {
    success: (saved) => t('view.saved', { name: isolateBidi(saved.name) }),
    form: true,
    onSuccess: onClose,
  });
  const submit = () =>
    save.submit({
      ...(view ? { id: view.id, version: view.version } : { noun, query }),
      name,
      shared,
    });
  return (
    <FormDialog
      title={t(view ? 'view.edit' : 'view.save')}
      action={t('view.save')}
      busy={save.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('view.name')} required error={save.failure?.errors.name?.[0]}>
        <Input value={name} maxLength={200} dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Checkbox checked={shared} onChange={setShared} label={t('view.share')} hint={t('view.share_hint')} />
    </FormDialog>
  );
};
