import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { pickValues, type Values } from '../../lib/form/form-values.ts';
import { saveDraft, useSavedDraft } from '../../lib/form/saved-draft.ts';
import { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Banner, Button, StickyBar } from '../../ui/index.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import type { FormDraft } from './use-draft.ts';

/** The Save and Discard buttons with the number of changes; asks before changes are lost and offers a saved draft. */
export const FormFooter = ({ draft, also }: { draft: FormDraft; also?: ReactNode }) => {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  useWatch();
  const count = draft.changed().length;
  const isNew = draft.record === null;
  return (
    <>
      <LeaveGuard draft={draft} count={count} />
      {isNew || count > 0 ? (
        <StickyBar label={t('form.bar')}>
          <span role="status" className="text-muted">
            {isNew ? t('form.new') : t('form.changes', { count, shown: number(count) })}
          </span>
          <span className="flex flex-wrap items-center justify-end gap-2">
            <Button onClick={draft.discard} disabled={draft.busy || count === 0}>
              {t('form.discard')}
            </Button>
            {also}
            <Button variant="primary" type="submit" loading={draft.busy}>
              {t('form.save')}
            </Button>
          </span>
        </StickyBar>
      ) : null}
    </>
  );
};

/** Asks before unsaved changes are lost by a link, Back, or closing the tab. */
const LeaveGuard = ({ draft, count }: { draft: FormDraft; count: number }) => {
  const leaving = useUnsavedChangesPrompt(() => draft.changed().length > 0, count > 0);
  const forget = () => {
    if (draft.keep) saveDraft(draft.keep, null);
  };
  return <LeaveDialog prompt={leaving} count={count} onLeave={forget} />;
};

/** Offers the unsaved draft of an earlier visit, on top of the form. */
export const SavedDraftBanner = ({ draft }: { draft: FormDraft }) => {
  const { t } = useTranslation('kit');
  const { relative } = useFormat();
  const typed = pickValues(useWatch() as Values, draft.changed());
  const savedDraft = useSavedDraft(draft.keep, typed, draft.readVersion());
  if (!savedDraft.found) return null;
  const restore = () => {
    const { values = {}, version } = savedDraft.found ?? {};
    // values typed since the page was opened are newer than the saved draft
    draft.restore({ ...values, ...typed }, version);
    savedDraft.close();
  };
  return (
    <Banner
      tone="info"
      title={t('kept.title', { when: relative(savedDraft.found.at) })}
      actions={
        <>
          <Button size="sm" onClick={restore}>
            {t('kept.restore')}
          </Button>
          <Button size="sm" variant="ghost" onClick={savedDraft.close}>
            {t('kept.drop')}
          </Button>
        </>
      }
    />
  );
};
