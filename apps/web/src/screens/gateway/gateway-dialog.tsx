import { FormProvider } from 'react-hook-form';
import { DraftContext } from '../../kit/form/use-draft.ts';
import { type FieldSpec, FormDialog, FormInput, type ListRowOf, useDraft } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { PasswordInput } from '../../ui/index.ts';
import { gatewayFacts as facts } from './fields.ts';

type Gateway = ListRowOf<typeof api.gateway.list>;

/** The payment method, provider and keys of a gateway; a key field left empty keeps the stored key. */
export const GatewayDialog = ({ gateway, onClose }: { gateway: Gateway | null; onClose: () => void }) => {
  const { t } = useTranslation(['gateway', 'kit']);
  const draft = useDraft(api.gateway.save, {
    facts,
    record: gateway,
    defaults: (record: Gateway | null) => ({
      payment_id: record?.payment_id ?? null,
      provider: record?.provider ?? ('soft' as const),
      public_key: record?.public_key ?? '',
      secret: '',
      webhook_secret: '',
      status: record?.status === 0 ? (0 as const) : (1 as const),
    }),
    success: ({ payment_title }) =>
      t(gateway ? 'gateway:changed' : 'gateway:created', { title: isolateBidi(payment_title) }),
    onSaved: onClose,
  });
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t(gateway ? 'gateway:edit' : 'gateway:add')}
          description={t('gateway:keys_text')}
          action={t('gateway:save')}
          busy={draft.busy}
          onSubmit={draft.submit}
          onClose={onClose}
        >
          <FormInput
            of={facts.payment_id}
            required
            fixed={{ type: 'online' }}
            hint={t('gateway:method_hint')}
          />
          <FormInput of={facts.provider} required hint={t('gateway:soft_hint')} />
          <FormInput of={facts.public_key} />
          <KeyInput of={facts.secret} isSet={gateway?.secret_set ?? false} />
          <KeyInput of={facts.webhook_secret} isSet={gateway?.webhook_secret_set ?? false} />
          <FormInput of={facts.status} />
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};

const KeyInput = ({ of, isSet }: { of: FieldSpec; isSet: boolean }) => {
  const { t } = useTranslation('gateway');
  return (
    <FormInput of={of} hint={t(isSet ? 'key_stays' : 'key_optional')}>
      {({ value, onChange, onBlur }) => (
        <PasswordInput
          autoComplete="off"
          showLabel={t('key_show')}
          hideLabel={t('key_hide')}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FormInput>
  );
};
