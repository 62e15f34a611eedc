import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { FormInput } from '../../kit/form/input.tsx';
import { DraftContext, type FormDraft, useDraft } from '../../kit/form/use-draft.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { ResultOf } from '../../lib/server/endpoint.ts';
import { bankedFacts, moveFacts } from './fields.ts';

/** The manual movements of a safe. */
export type SafeMove = 'in' | 'out' | 'bank';

type Held = ResultOf<typeof api.safe.where>['held'][number];
type SafeProps = { branch_id: number; currency: string; onClose: () => void };

type ShellProps = {
  draft: FormDraft;
  currency: string;
  title: string;
  text: ReactNode;
  action: string;
  onClose: () => void;
  children: ReactNode;
};

/** A short form about one amount in a safe's currency. */
const SafeDialog = ({ draft, currency, title, text, action, onClose, children }: ShellProps) => (
  <FormProvider {...draft.form}>
    <DraftContext value={draft}>
      <FormDialog
        title={title}
        description={text}
        action={action}
        busy={draft.busy}
        onSubmit={draft.submit}
        onClose={onClose}
      >
        <CurrencyScope of={{ currency }}>{children}</CurrencyScope>
      </FormDialog>
    </DraftContext>
  </FormProvider>
);

/** Puts cash into a safe, takes it out, or takes it to the bank. */
export const SafeMoveDialog = ({
  kind,
  branch_id,
  currency,
  held,
  onClose,
}: SafeProps & { kind: SafeMove; held: number }) => {
  const { t } = useTranslation('safe');
  const { money } = useFormat();
  const draft = useDraft(api.posSession.move, {
    facts: moveFacts,
    record: null,
    defaults: () => ({
      holder: 'safe' as const,
      branch_id,
      currency: currency as never,
      kind,
      amount: kind === 'bank' && held > 0 ? held : ('' as const),
      reason: '',
      ...(kind === 'bank' ? { reference: '' } : {}),
    }),
    success: ({ amount }) => t(`move.${kind}.done`, { amount: isolateBidi(money(amount, currency)) }),
    onSaved: onClose,
  });
  return (
    <SafeDialog
      draft={draft}
      currency={currency}
      title={t(`move.${kind}.title`)}
      text={t('holds', { amount: isolateBidi(money(held, currency)) })}
      action={t(`move.${kind}.action`)}
      onClose={onClose}
    >
      <FormInput of={moveFacts.amount} required />
      {kind === 'bank' ? <FormInput of={moveFacts.reference} hint={t('move.bank.hint')} /> : null}
      <FormInput of={moveFacts.reason} />
    </SafeDialog>
  );
};

/** Confirms that cash taken to the bank was deposited. */
export const BankedDialog = ({ move, onClose }: { move: Held; onClose: () => void }) => {
  const { t } = useTranslation('safe');
  const { money } = useFormat();
  const { currency, move_id } = move;
  const draft = useDraft(api.safe.banked, {
    facts: bankedFacts,
    record: null,
    defaults: () => ({ id: move_id ?? 0, reference: '' }),
    success: t('banked.done', { amount: isolateBidi(money(move.amount ?? 0, currency)) }),
    onSaved: onClose,
  });
  return (
    <SafeDialog
      draft={draft}
      currency={currency}
      title={t('banked.title')}
      text={<bdi>{money(move.amount ?? 0, currency)}</bdi>}
      action={t('banked.action')}
      onClose={onClose}
    >
      <FormInput of={bankedFacts.reference} required />
    </SafeDialog>
  );
};
