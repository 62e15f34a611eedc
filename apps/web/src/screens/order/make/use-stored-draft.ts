import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOpenPage } from '../../../lib/follow.ts';
import { loadDraft, onDraftChanged, saveDraft, useDraftWrite } from '../../../lib/form/saved-draft.ts';
import { useUnsavedChangesPrompt } from '../../../lib/form/unsaved-changes.ts';
import { createIdempotencyKey } from '../../../lib/server/call.ts';
import { draftShape, EMPTY, type NewOrderDraft } from './draft.ts';

const NAME = 'order.new';

function loadOrderDraft(): NewOrderDraft | null {
  const loaded = draftShape.safeParse(loadDraft(NAME)?.values);
  return loaded.success ? loaded.data : null;
}

/** The fields with which the order may move to another branch. */
const MOVING: readonly (keyof NewOrderDraft)[] = ['client', 'address_id', 'place', 'branch_id', 'type'];

const isTouched = (draft: NewOrderDraft): boolean =>
  JSON.stringify({ ...draft, key: '', by_phone: false }) !== JSON.stringify(EMPTY);

/**
 * Keeps a new order on this device until it is placed, the same in every tab.
 * @param onEmptied called after another tab placed or discarded the order
 */
export function useStoredDraft(onEmptied: () => void) {
  const openPage = useOpenPage();
  const [stored, setDraft] = useState<NewOrderDraft>(() => loadOrderDraft() ?? EMPTY);
  const [isRestored, setRestored] = useState(() => loadOrderDraft() !== null);
  /** True after the order was placed or discarded in another tab. */
  const [isElsewhere, setElsewhere] = useState(false);
  const isFinished = useRef(false);
  /** True when the page is left for another one and the draft will be restored. */
  const isParked = useRef(false);
  const touched = isTouched(stored);

  const content = JSON.stringify(stored);
  /** The draft as last stored by this or another tab; storing it again would overwrite newer input of the other tab. */
  const heard = useRef(content);
  useDraftWrite(NAME, content, () =>
    isFinished.current || content === heard.current ? undefined : { values: touched ? stored : null },
  );

  /**
   * The latest draft, also before it is rendered: a scan restores the box's text and adds its item in the same event.
   */
  const latest = useRef(stored);
  latest.current = stored;
  const take = (next: NewOrderDraft) => {
    latest.current = next;
    setDraft(next);
  };
  const leaving = useUnsavedChangesPrompt(
    // what a till fixes in the order was not typed by anybody
    () => !isFinished.current && !isParked.current && isTouched(latest.current),
    touched && !isFinished.current,
  );
  const onRemoteChange = useEffectEvent(() => {
    if (isFinished.current) return;
    const remote = loadOrderDraft();
    heard.current = JSON.stringify(remote ?? EMPTY);
    if (remote) return take(remote);
    setElsewhere(touched);
    onEmptied();
  });
  useEffect(() => onDraftChanged(NAME, () => onRemoteChange()), []);

  /** Deletes the stored draft, and stores nothing from this page any more. */
  const finish = () => {
    isFinished.current = true;
    saveDraft(NAME, null);
  };
  return {
    stored,
    latest,
    touched,
    isRestored,
    dismissRestored: () => setRestored(false),
    isElsewhere,
    /** Changes fields of the order, which is another order then, with a key of its own. */
    change: (part: Partial<NewOrderDraft>) => {
      setElsewhere(false);
      // a new address or branch needs a new decision about the branch
      const keep_branch = MOVING.some((name) => name in part) ? false : latest.current.keep_branch;
      take({ ...latest.current, keep_branch, ...part, key: createIdempotencyKey() });
    },
    renewKey: () => take({ ...latest.current, key: createIdempotencyKey() }),
    /** Empties the draft on this page only. */
    empty: () => {
      setRestored(false);
      take(EMPTY);
    },
    deleteStored: () => saveDraft(NAME, null),
    finish,
    leaving,
    leave: () => {
      finish();
      leaving.go();
    },
    /** Opens another page; the draft is stored and restored on return. */
    park: (to: string) => {
      isParked.current = true;
      saveDraft(NAME, latest.current);
      openPage(to);
    },
  };
}
