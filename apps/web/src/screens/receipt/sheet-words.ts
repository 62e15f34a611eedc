import { type Locale, resolveText } from '@dukkan/commerce';
import { api } from '../../lib/api.ts';
import {
  type FormatChoice,
  formatDate,
  formatDateTime,
  formatList,
  formatMoney,
  formatNumber,
} from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';

/** The words and figures of the invoice in its own language, whatever the page's. */
export function useWords(language: Locale) {
  const { t } = useTranslation(['receipt', 'fields'], { lng: language });
  const digits = useSession().user?.preferences.digits;
  const shop = useRead(api.setting.public, {}).results;
  const choice: FormatChoice = { locale: language, digits };
  const currency = shop?.Currency;
  return {
    t,
    shop,
    name: resolveText(shop?.AppName, language),
    number: (value: number) => formatNumber(value, choice),
    /** Unit costs keep their four decimals where they have them. */
    cost: (value: number) =>
      formatNumber(value, choice, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
    money: (value: number) => (currency ? formatMoney(value, currency, choice) : formatNumber(value, choice)),
    day: (value: string) => formatDate(value, choice),
    instant: (value: string | Date) => formatDateTime(value, choice),
    list: (parts: readonly string[]) => formatList(parts, choice),
  };
}

export type Words = ReturnType<typeof useWords>;
