import { FormProvider } from 'react-hook-form';
import { DraftContext } from '../../kit/form/use-draft.ts';
import { FormDialog, FormInput, readRecord, useDraft } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { EditedProduct } from './default-values.ts';
import { formFields } from './fields.ts';

const { price, compare_at } = formFields;
const facts = { price, compare_at };

/** Returns the values of the dialog: the price alone, of all that a product has. */
const getPricing = (record: EditedProduct | null) => ({
  pricing: {
    price: (record?.price ?? null) as number,
    compare_at: record?.compare_at ?? null,
    free: (record?.pricing.free === 1 ? 1 : 0) as 0 | 1,
  },
});

/** Changes the price of a product from its page, without its whole form. */
export const ChangePrice = ({ record, onClose }: { record: EditedProduct; onClose: () => void }) => {
  const { t } = useTranslation(['product', 'kit']);
  const draft = useDraft(api.product.save, {
    facts,
    record,
    defaults: getPricing,
    read: () => readRecord(api.product.show, record.id),
    onSaved: onClose,
  });
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t('product:price.change')}
          description={<bdi>{record.title}</bdi>}
          action={t('kit:form.save')}
          busy={draft.busy}
          onSubmit={draft.submit}
          onClose={onClose}
        >
          <FormInput of={price} required />
          <FormInput of={compare_at} hint={t('product:price.before_hint')} />
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};
