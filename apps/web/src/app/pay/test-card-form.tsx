import { isAmexNumber } from '@dukkan/commerce';
import { type FormEvent, useId, useState } from 'react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Field, Input, RadioGroup, toLatinDigits } from '../../ui/index.ts';

type Outcome = InputOf<typeof api.paymentAttempt.choose>['outcome'];

const OUTCOMES = ['paid', 'refused', 'later'] as const satisfies readonly Outcome[];
/** A well-known test number; no real card has it. */
const TEST_NUMBER = '3782 822463 10005';

/**
 * The form of a test payment: the card number is only validated in the browser and never sent; the form sends the
 * outcome that the tester chose.
 */
export const TestCardForm = ({
  attempt,
  onChosen,
}: {
  attempt: RowOf<typeof api.paymentAttempt.show>;
  onChosen: () => void;
}) => {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  const [number, setNumber] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const field = useId();
  const { submit, busy, failure } = useWrite(api.paymentAttempt.choose, { silent: true });
  const { attempt_id, amount, currency } = attempt;
  const send = async (chosen: Outcome) => {
    await submit({ attempt_id, outcome: chosen });
    onChosen();
  };
  const pay = (event: FormEvent) => {
    event.preventDefault();
    const isNumber = isAmexNumber(toLatinDigits(number).replace(/[\s-]/g, ''));
    setWrong(!isNumber);
    if (isNumber) void send(outcome);
    else document.getElementById(field)?.focus();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={pay}>
      <Banner tone="warning">{t('test_text')}</Banner>
      {failure ? (
        <Banner tone="danger">
          <bdi>{failure.message}</bdi>
        </Banner>
      ) : null}
      <Field
        id={field}
        label={t('number')}
        hint={t('number_hint', { number: isolateBidi(TEST_NUMBER) })}
        error={isWrong ? t('number_wrong') : undefined}
        required
      >
        <Input
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
          value={number}
          onChange={(event) => {
            setNumber(event.target.value);
            setWrong(false);
          }}
        />
      </Field>
      <Field label={t('outcome_label')}>
        <RadioGroup
          value={outcome}
          onChange={setOutcome}
          options={OUTCOMES.map((value) => ({
            value,
            label: t(`choose.${value}`),
            hint: t(`choose.${value}_text`),
          }))}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        {t('pay', { amount: isolateBidi(money(amount, currency)) })}
      </Button>
      <Button variant="ghost" disabled={busy} onClick={() => void send('canceled')}>
        {t('cancel')}
      </Button>
    </form>
  );
};
