import { type ReactNode, useState } from 'react';
import { type FormDraft, FormPage } from '../../../kit/index.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useClearAfterDelay } from '../../../lib/use-clear-after-delay.ts';
import { Banner, VisuallyHidden } from '../../../ui/index.ts';

export type RuleFormProps = {
  draft: FormDraft;
  title: string;
  back: { to: string; label: string };
  actions: ReactNode;
  isLocked: boolean;
  /** Why the branches of the user do not allow changes; null when they do. */
  readOnly: 'everywhere' | 'other_branches' | null;
  /** The facts of the rule, in place of the fields when it is locked. */
  facts: ReactNode;
  /** The rule as a sentence. */
  sentence: ReactNode;
  /** The card with the effect on prices. */
  effect: ReactNode;
  children: ReactNode;
};

/** The layout of all offers and discounts: the rule as a sentence, its fields, and its effect beside them. */
export const RuleForm = ({
  draft,
  title,
  back,
  actions,
  isLocked,
  readOnly,
  facts,
  sentence,
  effect,
  children,
}: RuleFormProps) => {
  const { t } = useTranslation('offer');
  return (
    <FormPage draft={draft} title={title} back={back} actions={actions}>
      {isLocked ? <Banner>{t(readOnly ? `locked_by.${readOnly}` : 'locked')}</Banner> : null}
      {sentence}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-gap lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {isLocked ? facts : <div className="grid min-w-0 gap-gap">{children}</div>}
        {effect}
      </div>
    </FormPage>
  );
};

/** The pause in changes before a sentence is announced, and how long it stays for screen readers, in milliseconds. */
const ANNOUNCE_AFTER_MS = 1_000;
const ANNOUNCED_MS = 5_000;

/** Shows a rule as a sentence; screen readers announce its changes once it is complete. */
export const Sentence = ({ children, isComplete }: { children: string; isComplete: boolean }) => {
  const { t } = useTranslation('offer');
  // a rule that is complete when the page opens is read with the page
  const [told, setTold] = useState(isComplete ? children : '');
  const rested = useDebounced(isComplete ? children : '', ANNOUNCE_AFTER_MS);
  const news = rested === '' || rested === told ? null : rested;
  useClearAfterDelay(news, () => setTold(rested), ANNOUNCED_MS);
  return (
    <>
      <p className="rounded-lg border border-line bg-surface px-4 py-3 text-lg font-medium text-ink text-pretty">
        <VisuallyHidden>{t('sentence.label')}: </VisuallyHidden>
        {children}
      </p>
      <span role="status" className="sr-only">
        {news}
      </span>
    </>
  );
};
