import { useRef, useState } from 'react';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { Button, ConfirmDialog } from '../../ui/index.ts';
import { Link } from '../link.tsx';

const PAGES = { brand: paths.brand, category: paths.category, supplier: paths.supplier };
type NamedNoun = keyof typeof PAGES;

const isNamedNoun = (noun: unknown): noun is NamedNoun => typeof noun === 'string' && noun in PAGES;

/**
 * Asks before a record is saved under a name that another one has, and repeats the save with `force`; `options` belong
 * to the draft of the form. Rule: docs/rules/wire.md#equal-names
 * @param onUse takes the record that has the name instead, in a picker; a form links to its page
 */
export function useNameQuestion(onUse?: (id: number) => void) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isConfirmed = useRef(false);
  const options = {
    send: async <I, R>(input: I, save: (input: I) => Promise<R | undefined>) => ({
      result: await save(isConfirmed.current ? { ...input, force: true } : input),
    }),
    onRefused: (refusal: CallFailure) => {
      if (refusal.code === 'name.exists') setFailure(refusal);
      return refusal.code === 'name.exists';
    },
  };
  const question = (draft: { busy: boolean; submit: () => Promise<void> }) => (
    <NameQuestion
      failure={failure}
      busy={draft.busy}
      onUse={onUse}
      onClose={() => setFailure(null)}
      onConfirm={async () => {
        setFailure(null);
        isConfirmed.current = true;
        await draft.submit().finally(() => {
          isConfirmed.current = false;
        });
      }}
    />
  );
  return { options, question };
}

type NameQuestionProps = {
  failure: CallFailure | null;
  busy: boolean;
  onUse: ((id: number) => void) | undefined;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

const NameQuestion = ({ failure, busy, onUse, onConfirm, onClose }: NameQuestionProps) => {
  const { t } = useTranslation('kit');
  const { noun, id, name } = failure?.params ?? {};
  if (!isNamedNoun(noun)) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(`name_exists.${noun}`, { name: isolateBidi(String(name)) })}
      text={t(onUse ? 'name_exists.text_use' : 'name_exists.text')}
      confirmLabel={t('name_exists.save')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={() => void onConfirm()}
    >
      {onUse ? (
        <div>
          <Button onClick={() => onUse(Number(id))}>{t('name_exists.use')}</Button>
        </div>
      ) : (
        <Link to={PAGES[noun](Number(id))} className="hit rounded-sm text-primary-text hover:underline">
          {t('name_exists.open')}
        </Link>
      )}
    </ConfirmDialog>
  );
};
