import { useState } from 'react';
import { FormDialog } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Field, Select } from '../../ui/index.ts';

/** The page size; no shop has so many branches or tills. */
const MOST = 100;

/** Creates a branch's certificate if it has none, and registers a till with it. */
export const SetUpDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['tss', 'fields']);
  const [branch, setBranch] = useState('');
  const [device, setDevice] = useState('');
  const branch_id = Number(branch);
  const branches = useRead(api.branch.list, { limit: MOST });
  const tills = useRead(api.posDevice.list, { branch_id, limit: MOST }, { enabled: branch !== '' });
  const create = useWrite(api.tss.create, {
    success: ({ branch_name }) => t('tss:created', { branch: isolateBidi(branch_name) }),
    onSuccess: onClose,
  });
  const errors = create.failure?.errors ?? {};
  return (
    <FormDialog
      title={t('tss:set_up')}
      description={t('tss:set_up_text')}
      action={t('tss:set_up_action')}
      busy={create.busy}
      onSubmit={() =>
        void create.submit({ branch_id, ...(device === '' ? {} : { device_id: Number(device) }) })
      }
      onClose={onClose}
    >
      <Field label={t('fields:branch_id')} required error={errors.branch_id?.[0]}>
        <Select
          value={branch}
          onChange={(id) => {
            setBranch(id);
            setDevice('');
          }}
          options={(branches.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <Field label={t('tss:till')} hint={t('tss:till_hint')} error={errors.device_id?.[0]}>
        <Select
          value={device}
          onChange={setDevice}
          disabled={branch === ''}
          options={(tills.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
    </FormDialog>
  );
};
