import { useEffect, useRef } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { Input } from '../../kit/form/input.tsx';
import { DraftContext, useDraft } from '../../kit/form/use-draft.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { SegmentedControl } from '../../ui/index.ts';
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

type Sums = Driver['amounts'];

/** What a driver holds: one sum a currency. */
const heldOf = (amounts: Sums): Sums => amounts.filter(({ outstanding }) => outstanding > 0);
const outstandingIn = (amounts: Sums, currency: string): number =>
  amounts.find((sums) => sums.currency === currency)?.outstanding ?? 0;

/** Takes in what a driver brings, one currency at a time: never more than they hold, into the safe of a branch (decisions section 5). */
export const HandInDialog = ({ of, onClose }: { of: Driver; onClose: () => void }) => {
  const { t } = useTranslation('driver-cash');
  const { money, list } = useFormat();
  const { safe, isOnly } = useSafe(of);
  // payments arrive, and somebody else may take some in meanwhile
  const read = useRead(api.driverCash.list, { id: of.id });
  const amounts = read.results?.[0]?.amounts ?? of.amounts;
  const taken = useRef({ amount: 0, left: 0, currency: of.currency });
  const first = heldOf(of.amounts)[0] ?? { currency: of.currency, outstanding: 0 };
  // all of it is meant until another amount is typed; what was refused is not changed behind anybody's back
  const filled = useRef<number | null>(first.outstanding);
  const amountOf = (amount: number, code: string) => isolateBidi(money(amount, code));
  const draft = useDraft(api.posSession.move, {
    facts: f,
    record: null,
    defaults: () => ({
      kind: 'hand_in' as const,
      driver_id: of.id,
      amount: first.outstanding,
      currency: first.currency,
      branch_id: safe ?? undefined,
      reason: '',
    }),
    success: () => {
      const { amount, left, currency: code } = taken.current;
      // what is held of other currencies is still to come
      const rest = heldOf(amounts)
        .map((sums) => (sums.currency === code ? { ...sums, outstanding: left } : sums))
        .filter((sums) => sums.outstanding > 0)
        .map((sums) => amountOf(sums.outstanding, sums.currency));
      const words = { name: isolateBidi(of.name), amount: amountOf(amount, code), rest: list(rest) };
      return t(rest.length > 0 ? 'driver-cash:taken' : 'driver-cash:taken_all', words);
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
      if (result)
        taken.current = {
          amount: result.amount,
          left: result.outstanding ?? 0,
          currency: result.currency,
        };
      return { result };
    },
  });
  const { form: fields } = draft;
  const currency = useWatch({ control: fields.control, name: f.currency.name }) as string;
  const outstanding = outstandingIn(amounts, currency);
  const choose = (code: string) => {
    fields.setValue('currency', code);
    filled.current = outstandingIn(amounts, code);
    fields.setValue('amount', filled.current);
    fields.clearErrors('amount');
  };
  const held = heldOf(amounts);
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
            <span className="flex flex-wrap gap-x-4 text-2xl font-semibold text-ink tabular-nums">
              {(held.length > 0 ? held : [{ currency, outstanding }]).map((sums) => (
                <Bdi key={sums.currency}>{money(sums.outstanding, sums.currency)}</Bdi>
              ))}
            </span>
          </p>
          {held.length > 1 ? (
            <Input of={f.currency} required>
              {() => (
                <SegmentedControl
                  value={currency}
                  onChange={choose}
                  options={held.map(({ currency: code }) => ({
                    value: code,
                    label: <Bdi dir="ltr">{code}</Bdi>,
                  }))}
                />
              )}
            </Input>
          ) : null}
          <CurrencyScope of={{ currency }}>
            <Input
              of={f.amount}
              required
              hint={t('driver-cash:amount_hint', { all: amountOf(outstanding, currency) })}
            />
          </CurrencyScope>
          <Input of={f.branch_id} required disabled={isOnly} hint={t('driver-cash:safe_hint')} />
          <Input of={f.reason} />
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};
