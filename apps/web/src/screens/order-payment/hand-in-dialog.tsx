import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { Input } from '../../kit/form/input.tsx';
import { DraftContext, useDraft } from '../../kit/form/use-draft.ts';
import { api } from '../../lib/api.ts';
import { useBranch } from '../../lib/branch.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { Bdi, isolate, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { invalidateNouns } from '../../lib/query.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { handInFacts as f } from './driver-fields.ts';
import type { Driver } from './drivers.tsx';

/** Whose safe is meant where nobody says another, and whether another can be said at all. */
function useSafe({ branch_id: home }: Driver) {
  const chosen = useBranch();
  const { user } = useSession();
  const own = user && !user.all_branches ? user.branches.map(({ id }) => id) : null;
  if (chosen !== null) return { safe: chosen, isOnly: true };
  if (own?.length === 1) return { safe: own[0] ?? null, isOnly: true };
  return { safe: own === null || (home !== null && own.includes(home)) ? home : null, isOnly: false };
}

/** Takes in what a driver brings: never more than they hold, into the safe of a branch (decisions section 5). */
export const HandInDialog = ({ of, onClose }: { of: Driver; onClose: () => void }) => {
  const { t } = useTranslation('driver-cash');
  const { money } = useFormat();
  const { safe, isOnly } = useSafe(of);
  // payments arrive, and somebody else may take some in meanwhile
  const read = useRead(api.driverCash.list, { id: of.id });
  const outstanding = read.results?.[0]?.outstanding ?? of.outstanding;
  const taken = useRef({ amount: 0, left: 0 });
  // all of it is meant until another amount is typed; what was refused is not changed behind anybody's back
  const filled = useRef<number | null>(of.outstanding);
  const amountOf = (amount: number) => isolate(money(amount, of.currency));
  const draft = useDraft(api.posSession.move, {
    facts: f,
    record: null,
    start: () => ({
      kind: 'hand_in' as const,
      driver_id: of.id,
      amount: of.outstanding,
      branch_id: safe ?? undefined,
      reason: '',
    }),
    success: () => {
      const { amount, left } = taken.current;
      const words = { name: isolate(of.name), amount: amountOf(amount), rest: amountOf(left) };
      return t(left > 0 ? 'driver-cash:taken' : 'driver-cash:taken_all', words);
    },
    onSaved: onClose,
    onRefused: ({ code }) => {
      filled.current = null;
      // what the driver holds is another sum than the one in view
      if (code === 'cash.beyond_outstanding') invalidateNouns(['driver-cash']);
      return false;
    },
    send: async (input, save) => {
      const result = await save(input);
      if (result) taken.current = { amount: result.amount, left: result.outstanding ?? 0 };
      return { result };
    },
  });
  const { form: fields } = draft;
  useEffect(() => {
    if (filled.current === null || fields.getValues('amount') !== filled.current) return;
    fields.setValue('amount', outstanding);
    filled.current = outstanding;
  }, [fields, outstanding]);
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t('driver-cash:take')}
          description={<bdi>{of.name}</bdi>}
          action={t('driver-cash:take')}
          busy={draft.busy}
          onSubmit={draft.submit}
          onClose={onClose}
        >
          <p className="rounded-lg bg-sunken px-4 py-3">
            <span className="block text-sm text-muted">{t('driver-cash:holds')}</span>
            <Bdi className="text-2xl font-semibold text-ink tabular-nums">
              {money(outstanding, of.currency)}
            </Bdi>
          </p>
          <CurrencyScope of={of}>
            <Input
              of={f.amount}
              required
              hint={t('driver-cash:amount_hint', { all: amountOf(outstanding) })}
            />
          </CurrencyScope>
          <Input of={f.branch_id} required disabled={isOnly} hint={t('driver-cash:safe_hint')} />
          <Input of={f.reason} />
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};
