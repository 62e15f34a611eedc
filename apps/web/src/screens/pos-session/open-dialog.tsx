import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { AMOUNT_SCALE, findTypedNumberError, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { setTill, useTill } from '../../lib/till.ts';
import { Field, NumberInput } from '../../ui/index.ts';
import { TillField, useTills } from './till-field.tsx';

/**
 * Opens a drawer with the counted cash; an empty field means the amount left by the last session. The session's page,
 * which opens next, leads on to selling.
 */
export const OpenDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('pos-session');
  const openPage = useOpenPage();
  const { can } = useSession();
  const own = useTill();
  const tills = useTills();
  const [chosen, choose] = useState<number | null>(own?.id ?? null);
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const device_id = chosen ?? (tills.length === 1 ? (tills[0]?.id ?? null) : null);
  const { value: start_amount, wrong } = parseTypedNumber(amount, AMOUNT_SCALE);
  const write = useWrite(api.posSession.open, {
    success: (opened) =>
      t('open.done', { till: isolateBidi(tills.find(({ id }) => id === opened.device_id)?.name ?? '') }),
    form: true,
    onSuccess: ({ id, device_id, branch_id }) => {
      const opened = tills.find((till) => till.id === device_id);
      // who opens a till with this browser sells with it next
      if (own === null && opened && can(api.order.make))
        setTill({ id: device_id, branch_id, name: opened.name });
      onClose();
      openPage(paths.posSession(id));
    },
  });
  const submit = () => {
    setTried(true);
    if (device_id === null || wrong !== null) return undefined;
    return write.submit({ device_id, ...(start_amount === null ? {} : { start_amount }) });
  };
  const errors = write.failure?.errors ?? {};
  return (
    <FormDialog
      title={t('open.title')}
      description={t('open.text')}
      action={t('open.do')}
      busy={write.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TillField
        value={device_id}
        onChange={choose}
        error={tried && device_id === null ? t('needed') : errors.device_id?.[0]}
      />
      <Field
        label={t('term.start')}
        hint={t('open.amount_hint')}
        error={(tried ? findTypedNumberError(amount, AMOUNT_SCALE) : undefined) ?? errors.start_amount?.[0]}
      >
        <NumberInput value={amount} onChange={setAmount} />
      </Field>
    </FormDialog>
  );
};
