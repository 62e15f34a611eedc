import type { ReactNode } from 'react';
import { type FormDraft, FormPage } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Banner, VisuallyHidden } from '../../../ui/index.ts';

export type RuleFormProps = {
  draft: FormDraft;
  title: string;
  back: { to: string; label: string };
  actions: ReactNode;
  isLocked: boolean;
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
  sentence,
  effect,
  children,
}: RuleFormProps) => {
  const { t } = useTranslation('offer');
  return (
    <FormPage draft={draft} title={title} back={back} actions={actions}>
      {isLocked ? <Banner tone="warning">{t('locked')}</Banner> : null}
      {sentence}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-gap lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <fieldset disabled={isLocked} className="grid min-w-0 gap-gap">
          {children}
        </fieldset>
        {effect}
      </div>
    </FormPage>
  );
};

/** Shows a rule as a sentence; screen readers announce changes. */
export const RuleSentence = ({ children }: { children: string }) => {
  const { t } = useTranslation('offer');
  return (
    <p
      aria-live="polite"
      className="rounded-lg border border-line bg-surface px-4 py-3 text-lg font-medium text-ink text-pretty"
    >
      <VisuallyHidden>{t('sentence.label')}: </VisuallyHidden>
      {children}
    </p>
  );
};
