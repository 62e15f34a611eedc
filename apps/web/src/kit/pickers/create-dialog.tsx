import { FormProvider } from 'react-hook-form';
import type { RefNoun } from '../../lib/fact.ts';
import type { SaveEndpoint } from '../../lib/form/form-values.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormInput } from '../form/input.tsx';
import { useNameQuestion } from '../form/name-question.tsx';
import { useDraft } from '../form/use-draft.ts';
import { findCreatable } from './creatable.ts';

type CreateDialogProps = {
  to: RefNoun;
  /** The text typed into the picker. */
  typed: string;
  onCreated: (id: number) => void;
  onClose: () => void;
};

type Created = {
  readonly id: number;
  readonly version: number;
  readonly title?: string;
  readonly name?: string;
};

/** Creates a record in a dialog above the form that needs it; the form keeps its values. */
export default function CreateDialog({ to, typed, onCreated, onClose }: CreateDialogProps) {
  const { t } = useTranslation(['kit', 'fields']);
  const locale = useLocale();
  const { save, fields, required, needs, start } = findCreatable(to) ?? failNotCreatable(to);
  const finish = (id: number) => {
    onCreated(id);
    onClose();
  };
  const naming = useNameQuestion(finish);
  const draft = useDraft<SaveEndpoint, Created>(save, {
    facts: Object.fromEntries(fields.map((field) => [field.name, field])),
    record: null,
    defaults: () => start(typed, locale) as never,
    ...(needs ? { needs } : {}),
    ...naming.options,
    success: (result) =>
      t('kit:created', { name: isolateBidi((result as Created).title ?? (result as Created).name ?? '') }),
    onSaved: (result) => finish((result as Created).id),
  });
  return (
    <FormProvider {...draft.form}>
      <FormDialog
        title={t(`picker.new.${to}`)}
        action={t('picker.create')}
        busy={draft.busy}
        onSubmit={draft.submit}
        onClose={onClose}
      >
        {fields.map((field) => (
          <FormInput key={field.name} of={field} required={required.includes(field.name)} />
        ))}
      </FormDialog>
      {naming.question(draft)}
    </FormProvider>
  );
}

function failNotCreatable(to: RefNoun): never {
  throw new Error(`No ${to} is made in a picker.`);
}
