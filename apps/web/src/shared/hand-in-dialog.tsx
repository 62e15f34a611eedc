import { useEffect, useRef } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { FormInput } from '../kit/form/input.tsx';
import { DraftContext, useDraft } from '../kit/form/use-draft.ts';
import { defineFields, type ListRowOf } from '../kit/index.ts';
import { CurrencyScope } from '../lib/currency.ts';
import { Bdi, isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import { useBranch } from '../lib/server/current-branch.ts';
import { invalidateNouns } from '../lib/server/query-cache.ts';
import { useSession } from '../lib/server/session.ts';
import { Banner, SegmentedControl, Select } from '../ui/index.ts';

type Driver = ListRowOf<typeof api.driverCash.list>;

/** The fields of a hand-in. */
const f = defineFields({
  driver_id: { kind: 'ref', to: 'driver' },
  amount: { kind: 'money' },
  currency: { kind: 'text' },
  branch_id: { kind: 'ref', to: 'branch', label: 'driver-cash:safe_of' },
  reason: { kind: 'text', label: 'driver-cash:note' },
});

/** Returns the branch whose safe is preselected, and whether it is the only possible one. */
function useSafe(home: number | null) {
  const chosen = useBranch();
  const { user } = useSession();
  const own = user && !user.all_branches ? user.branches.map(({ id }) => id) : null;
  if (chosen !== null) return { safe: chosen, isOnly: true };
  if (own?.length === 1) return { safe: own[0] ?? null, isOnly: true };
  return { safe: own === null || (home !== null && own.includes(home)) ? home : null, isOnly: false };
}

type Sums = Driver['amounts'];

/** Returns the currencies in which the driver holds cash, with the amounts. */
const filterHeldCash = (amounts: Sums): Sums => amounts.filter(({ outstanding }) => outstanding > 0);
const outstandingIn = (amounts: Sums, currency: string): number =>
  amounts.find((sums) => sums.currency === currency)?.outstanding ?? 0;

const NEEDED = ['driver_id', 'amount'];

type HandInDialogProps = {
  /** The drivers to choose from; a single one is preselected. */
  drivers: readonly Driver[];
  /**
   * The open drawer that receives the cash, in its own currency only; without one the cash goes into a branch's safe.
   */
  drawer?: { readonly id: number; readonly currency: string };
  onClose: () => void;
};

/** Manages the form of a hand-in: the driver, the currency and the amount. */
function useHandIn({ drivers, drawer, onClose }: HandInDialogProps) {
  const { t } = useTranslation('driver-cash');
  const { money, list } = useFormat();
  const only = drivers.length === 1 ? drivers[0] : undefined;
  const { safe, isOnly } = useSafe(only?.branch_id ?? null);
  const amountsOf = (one: Driver | undefined): Sums =>
    (one?.amounts ?? []).filter(({ currency: code }) => !drawer || code === drawer.currency);
  const taken = useRef({ amount: 0, left: 0, currency: '' });
  const first = filterHeldCash(amountsOf(only))[0];
  // the amount follows the driver's full balance until the user types another one, or the server refuses it
  const filled = useRef<number | null>(first?.outstanding ?? null);
  const amountOf = (amount: number, code: string) => isolateBidi(money(amount, code));
  const draft = useDraft(api.posSession.move, {
    facts: f,
    record: null,
    defaults: () => ({
      kind: 'hand_in' as const,
      driver_id: only?.id ?? null,
      amount: first?.outstanding ?? null,
      currency: drawer?.currency ?? first?.currency ?? only?.currency,
      ...(drawer ? { session_id: drawer.id } : { branch_id: safe ?? undefined }),
      reason: '',
    }),
    needs: (values) => NEEDED.filter((name) => values[name] === null || values[name] === ''),
    success: () => {
      const { amount, left, currency: code } = taken.current;
      // the driver still holds the rest of this currency and all other currencies
      const rest = filterHeldCash(driver?.amounts ?? [])
        .map((sums) => (sums.currency === code ? { ...sums, outstanding: left } : sums))
        .filter((sums) => sums.outstanding > 0)
        .map((sums) => amountOf(sums.outstanding, sums.currency));
      const words = {
        name: isolateBidi(driver?.name ?? ''),
        amount: amountOf(amount, code),
        rest: list(rest),
      };
      return t(rest.length > 0 ? 'taken' : 'taken_all', words);
    },
    onSaved: onClose,
    onRefused: ({ code }) => {
      filled.current = null;
      // the driver's balance has changed since it was loaded
      if (code === 'cash.beyond_outstanding') invalidateNouns(['driver-cash']);
      return false;
    },
    send: async (input, save) => {
      const result = await save(input);
      if (result)
        taken.current = { amount: result.amount, left: result.outstanding ?? 0, currency: result.currency };
      return { result };
    },
  });
  const { form: fields } = draft;
  const [driver_id, currency] = useWatch({
    control: fields.control,
    name: [f.driver_id.name, f.currency.name],
  }) as [number | null, string];
  const driver = drivers.find(({ id }) => id === driver_id);
  const amounts = amountsOf(driver);
  const outstanding = outstandingIn(amounts, currency);
  const fill = (all: number) => {
    filled.current = all;
    fields.setValue('amount', all);
    fields.clearErrors('amount');
  };
  const chooseCurrency = (code: string) => {
    fields.setValue('currency', code);
    fill(outstandingIn(amounts, code));
  };
  const chooseDriver = (id: number) => {
    fields.setValue('driver_id', id);
    fields.clearErrors('driver_id');
    fill(outstandingIn(amountsOf(drivers.find((one) => one.id === id)), currency));
  };
  useEffect(() => {
    if (filled.current === null || fields.getValues('amount') !== filled.current) return;
    fields.setValue('amount', outstanding);
    filled.current = outstanding;
  }, [fields, outstanding]);
  const all = amountOf(outstanding, currency);
  const held = filterHeldCash(amounts);
  return { draft, driver, currency, held, all, chooseCurrency, chooseDriver, isOnly };
}

/**
 * Records cash that a driver hands in, one currency at a time and never more than the driver holds, into a drawer or a
 * safe.
 * Rule: docs/rules/tills.md#cash-of-drivers
 */
export const HandInDialog = (props: HandInDialogProps) => {
  const { t } = useTranslation('driver-cash');
  const { drivers, drawer, onClose } = props;
  const { draft, driver, currency, held, all, chooseCurrency, chooseDriver, isOnly } = useHandIn(props);
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t('take')}
          description={drawer ? t('drawer.text') : <bdi>{driver?.name}</bdi>}
          action={t('take')}
          busy={draft.busy}
          disabled={drivers.length === 0}
          onSubmit={draft.submit}
          onClose={onClose}
        >
          {drivers.length === 0 ? <Banner tone="info">{t('drawer.none')}</Banner> : null}
          {drawer && drivers.length > 0 ? (
            <FormInput of={f.driver_id} required>
              {({ value }) => (
                <Select
                  value={typeof value === 'number' ? String(value) : undefined}
                  onChange={(id) => chooseDriver(Number(id))}
                  placeholder={t('drawer.choose')}
                  options={drivers.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> }))}
                />
              )}
            </FormInput>
          ) : null}
          {driver ? (
            <>
              <HeldCash amounts={held} currency={currency} />
              {held.length > 1 ? (
                <FormInput of={f.currency} required>
                  {() => (
                    <SegmentedControl
                      value={currency}
                      onChange={chooseCurrency}
                      options={held.map(({ currency: code }) => ({
                        value: code,
                        label: <Bdi dir="ltr">{code}</Bdi>,
                      }))}
                    />
                  )}
                </FormInput>
              ) : null}
              <CurrencyScope of={{ currency }}>
                <FormInput of={f.amount} required hint={t('amount_hint', { all })} />
              </CurrencyScope>
              {drawer ? null : (
                <FormInput of={f.branch_id} required disabled={isOnly} hint={t('safe_hint')} />
              )}
              <FormInput of={f.reason} />
            </>
          ) : null}
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};

/** Lists the cash that a driver holds, one amount for each currency. */
const HeldCash = ({ amounts, currency }: { amounts: Sums; currency: string }) => {
  const { t } = useTranslation('driver-cash');
  const { money } = useFormat();
  return (
    <p className="rounded-lg bg-sunken px-4 py-3">
      <span className="block text-sm text-muted">{t('holds')}</span>
      <span className="flex flex-wrap gap-x-4 text-2xl font-semibold text-ink tabular-nums">
        {(amounts.length > 0 ? amounts : [{ currency, outstanding: 0 }]).map((sums) => (
          <Bdi key={sums.currency}>{money(sums.outstanding, sums.currency)}</Bdi>
        ))}
      </span>
    </p>
  );
};
