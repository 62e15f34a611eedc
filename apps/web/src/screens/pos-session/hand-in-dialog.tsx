import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import {
  AMOUNT_SCALE,
  findTypedNumberError,
  formatTypedAmount,
  parseTypedNumber,
} from '../../lib/form/parse-typed-number.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Field, NumberInput, Select } from '../../ui/index.ts';

type HandInDialogProps = { of: RowOf<typeof api.posSession.show>; onClose: () => void };

/** The drivers of a session's branch who hold cash of its currency. */
function useHolders({ branch_id, currency }: HandInDialogProps['of']) {
  const read = useRead(api.driverCash.list, { held: 1, limit: 100 });
  const holders = (read.results ?? []).flatMap(({ id, name, amounts, branch_id: home }) => {
    const outstanding = amounts.find((sums) => sums.currency === currency)?.outstanding ?? 0;
    return home === branch_id && outstanding > 0 ? [{ id, name, outstanding }] : [];
  });
  return { holders, isRead: read.results !== undefined };
}

/** Takes what a driver brings into an open drawer: all that they hold, until another amount is typed. */
export const HandInDialog = ({ of, onClose }: HandInDialogProps) => {
  const { t } = useTranslation(['pos-session', 'fields']);
  const { money } = useFormat();
  const { holders, isRead } = useHolders(of);
  const [chosen, choose] = useState<number | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const driver = holders.find(({ id }) => id === chosen) ?? (holders.length === 1 ? holders[0] : undefined);
  const text = typed ?? (driver ? formatTypedAmount(driver.outstanding, of.currency) : '');
  const { value } = parseTypedNumber(text, AMOUNT_SCALE);
  const write = useWrite(api.posSession.move, {
    success: t('pos-session:hand_in.done'),
    form: true,
    onSuccess: onClose,
  });
  const submit = () => {
    setTried(true);
    if (!driver || !value) return undefined;
    return write.submit({ session_id: of.id, kind: 'hand_in', driver_id: driver.id, amount: value });
  };
  const errors = write.failure?.errors ?? {};
  const needed = (isMissing: boolean) => (tried && isMissing ? t('pos-session:needed') : undefined);
  return (
    <FormDialog
      title={t('pos-session:hand_in.do')}
      description={t('pos-session:hand_in.text')}
      action={t('pos-session:hand_in.do')}
      busy={write.busy}
      disabled={holders.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {isRead && holders.length === 0 ? (
        <Banner tone="info">{t('pos-session:hand_in.none')}</Banner>
      ) : (
        <>
          <Field
            label={t('fields:driver_id')}
            required
            error={needed(driver === undefined) ?? errors.driver_id?.[0]}
          >
            <Select
              value={driver ? String(driver.id) : undefined}
              onChange={(id) => {
                choose(Number(id));
                setTyped(null);
              }}
              placeholder={t('pos-session:hand_in.choose')}
              options={holders.map(({ id, name, outstanding }) => ({
                value: String(id),
                label: (
                  <>
                    <bdi>{name}</bdi> · <bdi>{money(outstanding, of.currency)}</bdi>
                  </>
                ),
              }))}
            />
          </Field>
          <Field
            label={t('fields:amount')}
            required
            error={
              (tried ? findTypedNumberError(text, AMOUNT_SCALE) : undefined) ??
              needed(!value) ??
              errors.amount?.[0]
            }
          >
            <NumberInput value={text} end={<bdi>{of.currency}</bdi>} onChange={setTyped} />
          </Field>
        </>
      )}
    </FormDialog>
  );
};
