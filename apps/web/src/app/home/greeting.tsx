import { findGreeting } from '@dukkan/commerce';
import { MoonStar } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Bdi, formatHijriDay, formatLongDay, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useShopZone } from '../../lib/shop-zone.ts';

const MINUTE = 60_000;

/** The user's name in the morning or evening, and the season by the Hijri calendar (decisions 9). */
export const Greeting = () => {
  const { t } = useTranslation('shell');
  const { user, can } = useSession();
  const { choice } = useFormat();
  const zone = useShopZone();
  const local = { ...choice, timeZone: zone };
  const now = useMinute();
  // who may not read the settings sees the calendar as it is computed
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

/** Now, moved on each minute: the page stays open all day. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
