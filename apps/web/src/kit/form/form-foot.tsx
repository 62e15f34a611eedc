import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import { keepDraft, readDraft } from '../../lib/draft-store.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { currentSession } from '../../lib/session.ts';
import { Banner, Button, ConfirmDialog, StickyBar } from '../../ui/index.ts';
import type { Draft } from './use-draft.ts';
import { pick, type Values } from './values.ts';

const KEEP_AFTER = 700;

/** Save and Discard with the number of changes; asks before leaving; keeps and offers what was typed before. */
export const FormFoot = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  useWatch();
  const count = draft.changed().length;
  const isNew = draft.record === null;
  return (
    <>
      <KeptDraft draft={draft} />
      <LeaveGuard draft={draft} count={count} />
      {isNew || count > 0 ? (
        <StickyBar label={t('form.bar')}>
          <span role="status" className="text-muted">
            {isNew ? t('form.new') : t('form.changes', { count, shown: number(count) })}
          </span>
          <span className="flex items-center gap-2">
            <Button onClick={draft.discard} disabled={draft.busy || count === 0}>
              {t('form.discard')}
            </Button>
            <Button variant="primary" type="submit" loading={draft.busy}>
              {t('form.save')}
            </Button>
          </span>
        </StickyBar>
      ) : null}
    </>
  );
};

/** Asks before unsaved changes are left, by a link, by Back, by closing the tab. */
const LeaveGuard = ({ draft, count }: { draft: Draft; count: number }) => {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draft.changed().length > 0 &&
      currentLocation.pathname !== nextLocation.pathname &&
      // a session that ended takes the page away, typed or not
      currentSession().phase === 'in',
  );
  const unsaved = count > 0;
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title={t('leave.title')}
      text={t('leave.text', { count, shown: number(count) })}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.cancel')}
      danger
      onConfirm={() => {
        if (draft.keep) keepDraft(draft.keep, null);
        blocker.proceed?.();
      }}
    />
  );
};

/** Keeps what is typed on this device, and offers what an earlier visit left behind. */
const KeptDraft = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('kit');
  const { relative } = useFormat();
  const { setValue } = useFormContext<Values>();
  const { keep } = draft;
  const [found, setFound] = useState(() => (keep ? readDraft(keep) : null));
  // by content, so that a timer only starts when something was typed
  const typed = JSON.stringify(pick(useWatch() as Values, draft.changed()));
  useEffect(() => {
    if (!keep || found || typed === '{}') return;
    const timer = setTimeout(() => keepDraft(keep, JSON.parse(typed) as Values), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [keep, found, typed]);
  if (!keep || !found) return null;
  const close = () => {
    keepDraft(keep, null);
    setFound(null);
  };
  const restore = () => {
    for (const [name, value] of Object.entries(found.values)) setValue(name, value, { shouldDirty: true });
    setFound(null);
  };
  return (
    <Banner
      tone="info"
      title={t('kept.title', { when: relative(found.at) })}
      actions={
        <>
          <Button size="sm" onClick={restore}>
            {t('kept.restore')}
          </Button>
          <Button size="sm" variant="ghost" onClick={close}>
            {t('kept.drop')}
          </Button>
        </>
      }
    />
  );
};
