import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { Badge, type BadgeVariant } from '../../ui/index.ts';

type Row = Pick<RowOf<typeof api.banner.list>, 'shows' | 'why' | 'start_date' | 'end_date'>;

const VARIANTS: Readonly<Record<Row['shows'], BadgeVariant>> = {
  now: 'success',
  later: 'info',
  over: 'secondary',
  disabled: 'dark',
  dead: 'danger',
};

/** A badge for whether customers currently see a banner. */
export const StateBadge = ({ of }: { of: Row }) => {
  const { t } = useTranslation('banner');
  return <Badge variant={VARIANTS[of.shows]}>{t(`shows.${of.shows}`)}</Badge>;
};

/** Returns a function that explains in one sentence why customers see a banner or not. */
export const useBannerReasonText = (): ((row: Row) => string) => {
  const { t } = useTranslation('banner');
  const { date } = useFormat();
  return ({ why, start_date, end_date }) => {
    if (why === 'shows' && end_date) return t('why.shows_until', { date: date(end_date) });
    return t(`why.${why}`, { start: date(start_date), end: date(end_date) });
  };
};
