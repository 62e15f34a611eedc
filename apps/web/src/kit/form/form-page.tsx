import type { ReactNode } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { collectErrors } from '../../lib/form/form-errors.ts';
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
  /** The list, for Back when there is no previous page. */
  back: { to: string; label: string };
  /** Beside the title, such as a status badge. */
  beside?: ReactNode;
  /** At the end of the header, such as the timeline and Delete. */
  actions?: ReactNode;
  /** Beside Save, such as a second way to save. */
  also?: ReactNode;
  /** The cards of fields, laid out by the screen. */
  children: ReactNode;
};

/** A page with one form: the errors on top, Save and Discard always visible, a question before changes are lost. */
export const FormPage = ({ draft, title, back, beside, actions, also, children }: FormPageProps) => {
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
            // a form in a dialog of this page is another form
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
        {draft.theirs ? <StaleDialog draft={draft} theirs={draft.theirs} /> : null}
      </DraftContext>
    </FormProvider>
  );
};

/** Appears after a refused submit; before that only the fields show their errors. */
const Summary = () => {
  const { errors, submitCount } = useFormState();
  return <ErrorSummary wrong={collectErrors(errors)} at={submitCount} />;
};
