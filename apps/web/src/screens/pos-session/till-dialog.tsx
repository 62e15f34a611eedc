import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { setTill } from '../../lib/till.ts';
import { TillField, useTills } from './till-field.tsx';

/** Assigns this browser to a till. */
export const TillDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('pos-session');
  const tills = useTills();
  const [chosen, choose] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const till = tills.find(({ id }) => id === (chosen ?? (tills.length === 1 ? tills[0]?.id : null)));
  const submit = () => {
    setTried(true);
    if (!till) return;
    setTill({ id: till.id, branch_id: till.branch_id, name: till.name });
    onClose();
  };
  return (
    <FormDialog
      title={t('this_till.set')}
      description={t('this_till.text')}
      action={t('this_till.do')}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TillField
        value={till?.id ?? null}
        onChange={choose}
        error={tried && !till ? t('needed') : undefined}
      />
    </FormDialog>
  );
};
