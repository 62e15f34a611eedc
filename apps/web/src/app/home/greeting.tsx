import { findGreeting } from '@dukkan/commerce';
import { MoonStar } from 'lucide-react';
import { Bdi, formatHijriDay, formatLongDay, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useShopZone } from '../../lib/shop-zone.ts';
import { useMinute } from './use-minute.ts';

/** The user's name with a greeting for the time of day, and the season by the Hijri calendar. */
export const HomeGreeting = () => {
  const { t } = useTranslation('shell');
  const { user, can } = useSession();
  const { choice } = useFormat();
  const zone = useShopZone();
  const local = { ...choice, timeZone: zone };
  const now = useMinute();
  // without the permission to read the settings, the calendar is used without the shop's correction
  const { results: settings } = useRead(api.setting.show, {}, { enabled: can(api.setting.show) });
  const { base, season } = findGreeting(now, zone, settings?.hijri_offset ?? 0);
  return (
    <header className="mb-6">
      <h1 className="text-2xl font-semibold text-ink">
        {t(`greeting.${base}`, { name: isolateBidi(user?.name ?? '') })}
      </h1>
      {season ? (
        <p className="mt-1 flex items-center gap-2 text-lg text-primary-text">
          <MoonStar aria-hidden="true" className="size-4.5" />
          {t(`greeting.${season}`)}
        </p>
      ) : null}
      <p className="mt-1 text-base text-subtle">
        <Bdi>{formatLongDay(now, local)}</Bdi>
        {season ? (
          <>
            {' · '}
            <Bdi>{formatHijriDay(now, local)}</Bdi>
          </>
        ) : null}
      </p>
    </header>
  );
};
