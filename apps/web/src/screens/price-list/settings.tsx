import { useEffect, useEffectEvent } from 'react';
import { useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { type FormDraft, FormInput } from '../../kit/index.ts';
import { Cell } from '../../kit/kinds/cell.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { Button, Drawer, FactList } from '../../ui/index.ts';
import { formFields } from './fields.ts';

type PriceList = RowOf<typeof api.priceList.show>;

const { titles, descriptions, start_date, end_date, status, ord } = formFields;
const SETTINGS = [titles, descriptions, start_date, end_date, status, ord];
const SETTINGS_KEY = 'settings';

export type SettingsDrawerState = { readonly isOpen: boolean; open: () => void; close: () => void };

/** Whether the settings of a list are open; the address says so. */
export function useSettingsDrawer(): SettingsDrawerState {
  const [address, setAddress] = useSearchParams();
  const put = (isOpen: boolean) =>
    setAddress(
      (now) => {
        if (isOpen) now.set(SETTINGS_KEY, '1');
        else now.delete(SETTINGS_KEY);
        return now;
      },
      { replace: true },
    );
  return {
    isOpen: address.get(SETTINGS_KEY) === '1',
    open: () => put(true),
    close: () => put(false),
  };
}

/** The fields of a list beside its prices, customers and branches. */
export const SettingsFields = () => {
  const { t } = useTranslation('price-list');
  return (
    <>
      <FormInput of={titles} required />
      <FormInput of={descriptions} />
      <FormInput of={start_date} hint={t('start_hint')} />
      <FormInput of={end_date} hint={t('end_hint')} />
      <FormInput of={status} />
      <FormInput of={ord} hint={t('ord_hint')} />
    </>
  );
};

type SettingsDrawerProps = {
  record: PriceList;
  draft: FormDraft;
  settings: SettingsDrawerState;
  locked: boolean;
};

/** The settings of a list beside its sheet; what is typed stays unsaved with the prices when it closes. */
export const SettingsDrawer = ({ record, draft, settings, locked }: SettingsDrawerProps) => {
  const { t } = useTranslation(['price-list', 'kit', 'fields']);
  const { errors, submitCount } = useFormState({ control: draft.form.control });
  // a refused field is shown where it can be corrected
  const show = useEffectEvent(() => {
    if (!locked && SETTINGS.some(({ name }) => errors[name] !== undefined)) settings.open();
  });
  useEffect(() => {
    if (submitCount > 0) show();
  }, [submitCount]);
  return (
    <Drawer
      open={settings.isOpen}
      onOpenChange={(isOpen) => isOpen || settings.close()}
      title={t('price-list:settings.title', { title: isolateBidi(record.title) })}
      closeLabel={t('kit:close')}
      keepsTyped
      footer={
        locked ? null : (
          <>
            <Button onClick={settings.close}>{t('price-list:settings.done')}</Button>
            <Button variant="primary" loading={draft.busy} onClick={() => void saveAndClose(draft, settings)}>
              {t('kit:form.save')}
            </Button>
          </>
        )
      }
    >
      {locked ? (
        <FactList
          facts={SETTINGS.map((field) => ({
            id: field.name,
            name: t(field.label),
            value: <Cell of={field} row={record} />,
          }))}
        />
      ) : (
        <div className="grid gap-4">
          <SettingsFields />
        </div>
      )}
    </Drawer>
  );
};

/** Saves the list, and closes its settings unless something was refused. */
async function saveAndClose(draft: FormDraft, settings: SettingsDrawerState): Promise<void> {
  await draft.submit();
  if (draft.changed().length === 0) settings.close();
}

/** When, where and for whom a list sets prices, in one line below its title. */
export const PriceListTerms = ({ record }: { record: PriceList }) => {
  const { t } = useTranslation('price-list');
  const { date, number } = useFormat();
  const [from, to] = [isolateBidi(date(record.start_date)), isolateBidi(date(record.end_date))];
  const dates =
    record.start_date === null
      ? record.end_date === null
        ? 'open'
        : 'until'
      : record.end_date === null
        ? 'from'
        : 'both';
  const phones = record.phones.length;
  const parts = [
    t(`dates.${dates}`, { from, to }),
    phones === 0 ? t('everybody') : t('phones_count', { count: phones, shown: isolateBidi(number(phones)) }),
  ];
  return <span>{parts.join(' · ')}</span>;
};
