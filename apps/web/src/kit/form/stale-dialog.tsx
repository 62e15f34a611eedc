import { useState } from 'react';
import { type FieldSpec, fieldValue } from '../../lib/fact.ts';
import { differingFacts, keptValues, sameValue, type Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Dialog, RadioGroup } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import type { Draft } from './use-draft.ts';

type Choice = 'mine' | 'theirs';

/** Compares two versions of a record by field; a field that only one side changed starts with that side's value. */
export const StaleDialog = ({ draft, theirs }: { draft: Draft; theirs: Values }) => {
  const { t } = useTranslation(['kit', 'fields']);
  const mine = draft.form.getValues();
  const base = draft.saved();
  const named = Object.values(draft.facts);
  const differing = differingFacts(named, mine, theirs);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const choiceOf = (of: FieldSpec): Choice =>
    choices[of.name] ?? (sameValue(fieldValue(mine, of.name), fieldValue(base, of.name)) ? 'theirs' : 'mine');

  const settle = () => {
    const kept = differing.filter((of) => choiceOf(of) === 'mine');
    draft.settle(keptValues(kept, named, mine, base));
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
        {differing.map((of) => (
          <li key={of.name} className="py-3">
            <p className="mb-1 text-sm font-medium">{t(of.label)}</p>
            <RadioGroup<Choice>
              aria-label={t(of.label)}
              className="grid! gap-3 sm:grid-cols-2"
              value={choiceOf(of)}
              onChange={(choice) => setChoices({ ...choices, [of.name]: choice })}
              options={[
                { value: 'mine', label: t('kit:stale.mine'), hint: <Version of={of} values={mine} /> },
                { value: 'theirs', label: t('kit:stale.theirs'), hint: <Version of={of} values={theirs} /> },
              ]}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

/** Shows a form value, which has no names of other records with it. */
const Version = ({ of, values }: { of: FieldSpec; values: Values }) => {
  const { shown: _, ...bare } = of;
  return <Cell of={bare} row={values} />;
};
