import type { Noun } from '@dukkan/contract';
import { useId, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useWrite } from '../../lib/read.ts';
import { Button, Checkbox, Dialog, Field, Input } from '../../ui/index.ts';

type View = { id: number; name: string; shared: number; version: number };

export type ViewDialogProps = {
  noun: Noun;
  /** The view to rename or share; absent for a new one. */
  view: View | undefined;
  query: string;
  onClose: () => void;
};

/** Asks for the name of a saved view, and whether it is for everyone. */
export const ViewDialog = ({ noun, view, query, onClose }: ViewDialogProps) => {
  const { t } = useTranslation('kit');
  const form = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared === 1);
  const save = useWrite(api.view.save, { success: t('view.saved'), form: true, onSuccess: onClose });
  const submit = () =>
    save.submit({
      ...(view ? { id: view.id, version: view.version } : { noun, query }),
      name,
      shared,
    });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={t(view ? 'view.edit' : 'view.save')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={save.busy}>
            {t('view.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={t('view.name')} required error={save.failure?.errors.name?.[0]}>
          <Input value={name} maxLength={200} dir="auto" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Checkbox checked={shared} onChange={setShared} label={t('view.share')} hint={t('view.share_hint')} />
      </form>
    </Dialog>
  );
};
