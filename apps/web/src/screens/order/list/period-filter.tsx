import { addDays, getReportDatePresets, toLocalDate } from '@dukkan/commerce';
import { CalendarDays } from 'lucide-react';
import type { HasId, List } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { getShopZone } from '../../../lib/shop-zone.ts';
import { Button, Menu, MenuItem } from '../../../ui/index.ts';

/** The most used periods, as one selection. */
export function PeriodFilter<R extends HasId>({ list }: { list: List<R> }) {
  const { t } = useTranslation('order');
  const now = new Date();
  const today = toLocalDate(now, getShopZone());
  const yesterday = addDays(today, -1);
  const { this_week, this_month, last_6_months } = getReportDatePresets(now, getShopZone());
  const periods = {
    today: { from_date: today, to_date: today },
    yesterday: { from_date: yesterday, to_date: yesterday },
    week: this_week,
    month: this_month,
    half_year: last_6_months,
    all: { from_date: null, to_date: null },
  };
  return (
    <Menu align="start" trigger={<Button icon={<CalendarDays />}>{t('period.label')}</Button>}>
      {Object.entries(periods).map(([name, days]) => (
        <MenuItem key={name} onSelect={() => list.set(days)}>
          {t(`period.${name}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
