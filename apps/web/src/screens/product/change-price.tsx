import { addDays, parseDay } from '@dukkan/commerce';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { DayInput } from '../../kit/dates/day-input.tsx';
import { useShopCalendar } from '../../kit/dates/use-shop-calendar.ts';
import { DraftContext } from '../../kit/form/use-draft.ts';
import { FormDialog, FormInput, readRecord, useDraft } from '../../kit/index.ts';
import { useCurrency } from '../../lib/currency.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { AMOUNT_SCALE, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { showCallFailure, showSuccessToast } from '../../lib/server/toast.ts';
import { Field } from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';
import { formFields } from './fields.ts';
import { schedulePrice } from './schedule-price.ts';

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

/**
 * Changes the price of a product from its page, without its whole form: now, or from a later day by a price list. Rule:
 * docs/rules/prices.md#a-price-from-a-later-day
 */
export const ChangePrice = ({ record, onClose }: { record: EditedProduct; onClose: () => void }) => {
  const { t } = useTranslation(['product', 'kit']);
  const draft = useDraft(api.product.save, {
    facts,
    record,
    defaults: getPricing,
    read: () => readRecord(api.product.show, record.id),
    onSaved: onClose,
  });
  const { can } = useSession();
  const canSchedule = can(api.priceList.save) && can(api.priceList.assign) && can(api.branch.list);
  const { date, money, number } = useFormat();
  const openPage = useOpenPage();
  const currency = useCurrency();
  const tomorrow = addDays(useShopCalendar(undefined).today, 1);
  const [day, setDay] = useState('');
  const [isScheduling, setScheduling] = useState(false);
  const [isDayWrong, setDayWrong] = useState(false);
  const schedule = async () => {
    const { value } = parseTypedNumber(String(draft.form.getValues(price.name) ?? ''), AMOUNT_SCALE);
    const isLater = parseDay(day) !== null && day >= tomorrow;
    setDayWrong(!isLater);
    if (value === null) await draft.form.trigger(price.name);
    if (value === null || !isLater) return;
    setScheduling(true);
    try {
      const id = await schedulePrice(record, value, day);
      showSuccessToast(
        t('product:price.scheduled', {
          title: isolateBidi(record.title),
          price: isolateBidi(currency ? money(value, currency) : number(value)),
          day: isolateBidi(date(day)),
        }),
        { action: { label: t('product:price.open_list'), onClick: () => openPage(paths.priceList(id)) } },
      );
      onClose();
    } catch (error) {
      showCallFailure(error);
    }
    setScheduling(false);
  };
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t('product:price.change')}
          description={<bdi>{record.title}</bdi>}
          action={t('kit:form.save')}
          busy={draft.busy || isScheduling}
          onSubmit={day === '' ? draft.submit : schedule}
          onClose={onClose}
        >
          <FormInput of={price} required />
          {day === '' ? <FormInput of={compare_at} hint={t('product:price.before_hint')} /> : null}
          {canSchedule ? (
            <Field
              label={t('product:price.from')}
              hint={t(day === '' ? 'product:price.from_now_hint' : 'product:price.from_hint')}
              error={isDayWrong ? t('product:price.from_wrong') : undefined}
            >
              <DayInput value={day} min={tomorrow} onChange={setDay} />
            </Field>
          ) : null}
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};
