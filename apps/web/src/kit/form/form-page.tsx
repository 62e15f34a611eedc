import type { ReactNode } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { collectErrors } from '../../lib/form/form-errors.ts';
import type { Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PageHeader } from '../../ui/index.ts';
import { BackLink } from '../back-link.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FormFooter } from './form-footer.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { type Draft, DraftContext } from './use-draft.ts';

export type FormPageProps = {
  draft: Draft;
  title: ReactNode;
  /** Where Back leads when one came from nowhere: the list. */
  back: { to: string; label: string };
  /** Beside the title: a state. */
  beside?: ReactNode;
  /** At the end of the head: the timeline, delete. */
  actions?: ReactNode;
  /** Beside Save: another way to save. */
  also?: ReactNode;
  /** Asks which of two versions to keep, in place of the dialog that compares the fields. */
  stale?: (theirs: Values) => ReactNode;
  /** Cards of fields, laid out by the screen. */
  children: ReactNode;
};

/** A page with one form: what is wrong on top, Save and Discard in reach, nothing lost by leaving. */
export const FormPage = ({ draft, title, back, beside, actions, also, stale, children }: FormPageProps) => {
  const { t } = useTranslation('kit');
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <PageHeader title={title} aside={beside} breadcrumbs={<BackLink {...back} />} actions={actions} />
        <form
          noValidate
          aria-label={typeof title === 'string' ? title : t('form.label')}
          className="flex flex-col gap-gap"
          onSubmit={(event) => {
            event.preventDefault();
            // a form in a dialog of this page is not this form
            event.stopPropagation();
            void draft.submit();
          }}
          onKeyDown={(event) => {
            if (!(event.ctrlKey || event.metaKey) || event.nativeEvent.code !== 'KeyS') return;
            event.preventDefault();
            void draft.submit();
          }}
        >
          <Summary />
          {children}
          <FormFooter draft={draft} also={also} />
        </form>
        {draft.theirs ? (stale?.(draft.theirs) ?? <StaleDialog draft={draft} theirs={draft.theirs} />) : null}
      </DraftContext>
    </FormProvider>
  );
};

/** Opens once a submit was refused; while one types, only the fields themselves speak. */
const Summary = () => {
  const { errors, submitCount } = useFormState();
  return <ErrorSummary wrong={collectErrors(errors)} at={submitCount} />;
};
