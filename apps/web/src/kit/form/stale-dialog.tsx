import { type ReactNode, useState } from 'react';
import { type FieldSpec, getFieldValue } from '../../lib/fact.ts';
import {
  findDifferingFields,
  isSameValue,
  pickUserValuesToKeep,
  type Values,
} from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Dialog, RadioGroup } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import type { FormDraft } from './use-draft.ts';

type Choice = 'mine' | 'theirs';

export type StaleDialogProps = {
  draft: FormDraft;
  theirs: Values;
  /** Changes the user's values before they are saved, by the selection made in `children`. */
  keep?: (values: Values) => Values;
  /** Below the fields: the screen's own comparison of values that are not fields. */
  children?: ReactNode;
};

/** Compares two versions of a record by field; a field that only one side changed starts with that side's value. */
export const StaleDialog = ({ draft, theirs, keep, children }: StaleDialogProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const formValues = draft.form.getValues();
  const base = draft.saved();
  const named = Object.values(draft.facts);
  const differing = findDifferingFields(named, formValues, theirs);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const findChoice = (field: FieldSpec): Choice =>
    choices[field.name] ??
    (isSameValue(getFieldValue(formValues, field.name), getFieldValue(base, field.name)) ? 'theirs' : 'mine');

  const settle = () => {
    const keptFields = differing.filter((field) => findChoice(field) === 'mine');
    const values = pickUserValuesToKeep(keptFields, named, formValues, base);
    draft.settle(keep ? keep(values) : values);
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || draft.settle(null)}
      title={t('kit:stale.title')}
      description={t('kit:stale.text')}
      closeLabel={t('kit:close')}
      footer={
        <>
          <Button onClick={() => draft.settle(null)}>{t('kit:cancel')}</Button>
          <Button variant="primary" onClick={settle}>
            {t('kit:stale.save')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {differing.map((field) => (
          <li key={field.name} className="py-3">
            <p className="mb-1 text-sm font-medium">{t(field.label)}</p>
            <RadioGroup<Choice>
              aria-label={t(field.label)}
              className="grid! gap-3 sm:grid-cols-2"
              value={findChoice(field)}
              onChange={(choice) => setChoices({ ...choices, [field.name]: choice })}
              options={[
                {
                  value: 'mine',
                  label: t('kit:stale.mine'),
                  hint: <FormValue field={field} values={formValues} />,
                },
                {
                  value: 'theirs',
                  label: t('kit:stale.theirs'),
                  hint: <FormValue field={field} values={theirs} />,
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {children}
    </Dialog>
  );
};

/** Shows a form value; form values hold ids without the names of the records. */
const FormValue = ({ field, values }: { field: FieldSpec; values: Values }) => {
  const { shown: _, ...fieldWithoutName } = field;
  return <Cell of={fieldWithoutName} row={values} />;
};
