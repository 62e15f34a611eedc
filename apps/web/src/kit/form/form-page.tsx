import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { collectErrors } from '../../lib/form/form-errors.ts';
import type { Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PageHeader } from '../../ui/index.ts';
import { BackLink } from '../back-link.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FormFooter, SavedDraftBanner } from './form-footer.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { DraftContext, type FormDraft } from './use-draft.ts';

export type FormPageProps = {
  draft: FormDraft;
  title: ReactNode;
  /** The link to the list, for Back when there is no previous page. */
  back: { to: string; label: string };
  /** Beside the title, such as a status badge. */
  beside?: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  /** At the end of the header, such as the timeline and Delete. */
  actions?: ReactNode;
  /** Beside Save, such as a second way to save. */
  also?: ReactNode;
  /** Asks which of two versions to keep, in place of the dialog that compares the fields. */
  stale?: (theirs: Values) => ReactNode;
  /** The cards of fields, laid out by the screen. */
  children: ReactNode;
};

/** A page with one form: the errors on top, Save and Discard always visible, a question before changes are lost. */
export const FormPage = (props: FormPageProps) => {
  const { draft, title, back, beside, description, actions, also, stale, children } = props;
  const { t } = useTranslation('kit');
  useSaveShortcut(draft);
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <PageHeader
          title={title}
          aside={beside}
          breadcrumbs={<BackLink {...back} />}
          description={description}
          actions={actions}
        />
        <form
          noValidate
          aria-label={typeof title === 'string' ? title : t('form.label')}
          className="flex flex-col gap-gap"
          onSubmit={(event) => {
            event.preventDefault();
            // a submit event also bubbles from a form inside a dialog, which must not submit this form
            event.stopPropagation();
            void draft.submit();
          }}
        >
          <SavedDraftBanner draft={draft} />
          <FormErrors />
          {children}
          <FormFooter draft={draft} also={also} />
        </form>
        {draft.theirs ? (stale?.(draft.theirs) ?? <StaleDialog draft={draft} theirs={draft.theirs} />) : null}
      </DraftContext>
    </FormProvider>
  );
};

/** Saves with Ctrl+S or ⌘S from anywhere on the page, unless a dialog is open above it. */
function useSaveShortcut(draft: FormDraft): void {
  const save = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.code !== 'KeyS') return;
    event.preventDefault();
    const isInDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    if (!isInDialog && !draft.busy) void draft.submit();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => save(event);
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}

/** Appears after a refused submit; before that only the fields show their errors. */
const FormErrors = () => {
  const { errors, submitCount } = useFormState();
  return <ErrorSummary wrong={collectErrors(errors)} at={submitCount} />;
};
