import { DAY_MS, toLocalDate } from '@dukkan/commerce';
import type { ADVICE } from '@dukkan/contract';
import { ArrowLeftRight, Percent, ShoppingCart, Trash2 } from 'lucide-react';
import { EmptyCell } from '../kit/kinds/cell.tsx';
import { Thumb } from '../kit/kinds/thumb.tsx';
import { Link } from '../kit/link.tsx';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { getShopZone } from '../lib/shop-zone.ts';
import { Badge, type BadgeVariant, cx } from '../ui/index.ts';

/** A quantity; 0 is shown muted. */
export const Quantity = ({ of, tone }: { of: number; tone?: 'danger' | 'warning' | undefined }) => {
  const { number } = useFormat();
  if (of === 0) return <bdi className="text-subtle">{number(0)}</bdi>;
  const look = tone === 'danger' ? 'font-medium text-danger-text' : tone && 'font-medium text-warning-text';
  return <bdi className={cx('tabular', look)}>{number(of)}</bdi>;
};

/** A difference with its sign: missing units are red, surplus units blue. */
export const Difference = ({ of, className }: { of: number; className?: string }) => {
  const { number } = useFormat();
  const look = of < 0 ? 'text-danger-text' : of > 0 ? 'text-info-text' : 'text-success-text';
  return (
    <bdi dir="ltr" className={cx('font-medium tabular', look, className)}>
      {number(of, { signDisplay: 'exceptZero' })}
    </bdi>
  );
};

type ItemNameProps = {
  of: { title: string; barcode: string | null };
  src?: string | null;
  /** True in a table with few columns. */
  wide?: boolean;
  /** The path of the product's page, if the user may open it. */
  to?: string | null;
};

/** An item in a table row: its picture and title, with the barcode below. */
export const ItemName = ({ of, src, wide, to = null }: ItemNameProps) => {
  const title = (
    // two lines, because the size is at the end of the title
    <bdi className="line-clamp-2 whitespace-normal" title={of.title}>
      {of.title}
    </bdi>
  );
  return (
    <span
      className={cx(
        'flex min-w-0 items-center gap-2.5 max-md:max-w-none',
        wide ? 'max-w-lg' : 'max-w-72 md:min-w-52',
      )}
    >
      {src === undefined ? null : <Thumb src={src} />}
      <span className="min-w-0">
        {to === null ? (
          title
        ) : (
          <Link to={to} className="hit rounded-sm hover:underline">
            {title}
          </Link>
        )}
        {of.barcode === null ? null : (
          <bdi dir="ltr" className="block truncate text-sm font-normal text-subtle tabular rtl:text-end">
            {of.barcode}
          </bdi>
        )}
      </span>
    </span>
  );
};

/** A batch needs at least this many days in stock; with fewer, its daily sales would look too high. */
const DAYS_TO_RATE = 1;

/** Returns the units of a batch sold per day; null for a batch that has not been in stock long enough. */
export const getReliableSalesRate = ({
  rate,
  weight,
}: {
  rate: number | null;
  weight: number;
}): number | null => (weight < DAYS_TO_RATE ? null : rate);

/** The bar is full for stock that lasts at least four weeks. */
const FULL_DAYS = 28;
const SCARCE_DAYS = 3;
const LOW_DAYS = 7;

/** Shows how many days the stock lasts at the sales pace of the last four weeks, as a number and a bar. */
export const DaysLeft = ({ days, pace }: { days: number | null; pace?: number }) => {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  if (days === null) return <EmptyCell />;
  const look = days < SCARCE_DAYS ? 'danger' : days < LOW_DAYS ? 'warning' : 'success';
  const fill = { danger: 'bg-danger-solid', warning: 'bg-warning-solid', success: 'bg-success-solid' };
  const whole = Math.floor(days);
  return (
    <span className="inline-flex min-w-24 flex-col gap-1 align-middle">
      <span className="flex items-baseline justify-between gap-2">
        <bdi className="whitespace-nowrap">{t('days', { count: whole, shown: number(whole) })}</bdi>
        {pace === undefined ? null : (
          <bdi className="text-xs whitespace-nowrap text-subtle">{t('a_day', { pace: number(pace) })}</bdi>
        )}
      </span>
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-sunken">
        <span
          className={cx('block h-full rounded-full', fill[look])}
          style={{ width: `${Math.min(100, Math.max(4, (days / FULL_DAYS) * 100))}%` }}
        />
      </span>
    </span>
  );
};

/** An expiry within this many days counts as soon. */
const SOON_DAYS = 14;

type ExpiryProps = {
  date: string | null;
  expired: boolean;
  /** True when the text must say that the date is an expiry, because no column heading does. */
  isNamed?: boolean;
};

/** The expiry date of a batch: red when past, amber when soon. */
export const Expiry = ({ date: day, expired, isNamed }: ExpiryProps) => {
  const { t } = useTranslation('stock');
  const { date } = useFormat();
  if (day === null) return <EmptyCell />;
  const soon = toLocalDate(new Date(Date.now() + SOON_DAYS * DAY_MS), getShopZone());
  if (expired || day < toLocalDate(new Date(), getShopZone())) {
    return <Badge variant="danger">{t('expired_on', { day: date(day) })}</Badge>;
  }
  if (day <= soon) return <Badge variant="warning">{t('expires_on', { day: date(day) })}</Badge>;
  if (isNamed)
    return <span className="whitespace-nowrap">{t('expires_on', { day: isolateBidi(date(day)) })}</span>;
  return <bdi className="whitespace-nowrap">{date(day)}</bdi>;
};

type Advice = (typeof ADVICE)[number];

const LOOKS: Readonly<Record<Advice, BadgeVariant>> = {
  mark_down: 'warning',
  transfer: 'info',
  reorder: 'primary',
  write_off: 'danger',
};
export const ADVICE_ICONS = {
  mark_down: Percent,
  transfer: ArrowLeftRight,
  reorder: ShoppingCart,
  write_off: Trash2,
} as const satisfies Record<Advice, unknown>;

/** The recommended action for a batch, in one word. */
export const AdviceBadge = ({ of }: { of: Advice }) => {
  const { t } = useTranslation('stock');
  const Icon = ADVICE_ICONS[of];
  return (
    <Badge variant={LOOKS[of]} icon={<Icon aria-hidden="true" />}>
      {t(`advice.${of}`)}
    </Badge>
  );
};
