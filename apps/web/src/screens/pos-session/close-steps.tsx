import { FormDialog } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { AMOUNT_SCALE, findTypedNumberError } from '../../lib/form/parse-typed-number.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { type CountDraft, type Counted, CountFields, getCountAmount } from '../../shared/count-fields.tsx';
import { Banner, Button, Field, NumberInput, Textarea } from '../../ui/index.ts';

/** Closing one's own drawer, closing it for an absent user, or handing it over. */
export type ClosingMode = 'close' | 'close_for' | 'hand_over';

type Sending = { readonly busy: boolean; readonly failure: CallFailure | null };

type StepProps = {
  of: RowOf<typeof api.posSession.show>;
  how: ClosingMode;
  /** True after a failed submit, so that missing fields are marked. */
  tried: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
};

type CountStepProps = StepProps & {
  draft: CountDraft;
  onChange: (next: CountDraft) => void;
  isRecount: boolean;
  counting: Sending;
};

/** The blind count of the drawer, with a warning about open orders. */
export const CountStep = ({
  of,
  how,
  draft,
  onChange,
  tried,
  isRecount,
  counting,
  onSubmit,
  onClose,
}: CountStepProps) => {
  const { t } = useTranslation('pos-session');
  const { number } = useFormat();
  return (
    <FormDialog
      title={t(`${how}.title`)}
      description={t(isRecount ? 'count.again_text' : 'count.text')}
      action={t('count.next')}
      busy={counting.busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {of.open_orders > 0 ? (
        <Banner tone="warning">
          {t('close.open_orders', { count: of.open_orders, shown: number(of.open_orders) })}
        </Banner>
      ) : null}
      <CountFields
        of={draft}
        currency={of.currency}
        onChange={onChange}
        tried={tried}
        error={Object.values(counting.failure?.errors ?? {})[0]?.[0]}
      />
    </FormDialog>
  );
};

type ResultStepProps = StepProps & {
  counted: Counted | null;
  /** Set when the count differs and may be repeated once. */
  onCountAgain: (() => void) | null;
  left: string;
  onLeft: (text: string) => void;
  note: string;
  onNote: (text: string) => void;
  /** True when a required note is missing. */
  isNoteNeeded: boolean;
  write: Sending;
};

/** The result of the count, the amount that stays in the drawer, and the reason for a difference. */
export const CloseResultStep = ({
  of,
  how,
  counted,
  onCountAgain,
  left,
  onLeft,
  note,
  onNote,
  isNoteNeeded,
  tried,
  write,
  onSubmit,
  onClose,
}: ResultStepProps) => {
  const { t } = useTranslation('pos-session');
  const { currencySign } = useFormat();
  const errors = write.failure?.errors ?? {};
  const refusal = (errors.end_session_amount ?? errors.recount_of)?.[0];
  return (
    <FormDialog
      title={t(`${how}.title`)}
      description={t(`${how}.text`)}
      action={t(`${how}.do`)}
      busy={write.busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p className="flex justify-between gap-2 rounded-lg bg-sunken px-4 py-3">
        <span className="text-muted">{t('term.counted')}</span>
        <span className="text-xl font-semibold tabular">
          <MoneyText amount={counted ? getCountAmount(counted) : 0} />
        </span>
      </p>
      {onCountAgain ? (
        <Banner
          tone="warning"
          actions={
            <Button size="sm" onClick={onCountAgain}>
              {t('count.again')}
            </Button>
          }
        >
          {t('count.differs')}
        </Banner>
      ) : null}
      <Field
        label={t('left_in_drawer')}
        hint={t('left_hint')}
        error={(tried ? findTypedNumberError(left, AMOUNT_SCALE) : undefined) ?? errors.left_in_drawer?.[0]}
      >
        <NumberInput value={left} end={<bdi>{currencySign(of.currency)}</bdi>} onChange={onLeft} />
      </Field>
      <Field
        label={t('note')}
        required={how === 'close_for'}
        error={(tried && isNoteNeeded ? t('needed') : undefined) ?? errors.note?.[0]}
      >
        <Textarea rows={2} value={note} onChange={(event) => onNote(event.target.value)} />
      </Field>
      {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
    </FormDialog>
  );
};
