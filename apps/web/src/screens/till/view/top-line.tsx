import { tillLamp } from '@dukkan/commerce';
import { ArrowLeft, Keyboard, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from '../../../kit/link.tsx';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { cx, IconButton } from '../../../ui/index.ts';
import { setTillMuted, useIsTillMuted } from '../data/till-sounds.ts';
import { useMachine, useOpenTill } from './till-context.ts';

const LOOKS = {
  in_step: 'bg-success-soft text-success-text',
  sending: 'bg-info-soft text-info-text',
  alone: 'bg-warning-soft text-warning-text',
  stopped: 'bg-danger-solid text-on-solid',
} as const;

const DOTS = {
  in_step: 'bg-success-solid',
  sending: 'bg-info-solid',
  alone: 'bg-warning-solid',
  stopped: 'bg-on-solid',
} as const;

/** How long a lamp has to burn before it is shown, so that a sale that is delivered at once does not flicker. */
const CALM_MS = 400;

/** The till's state in one lamp with words; it opens the sales that are kept here. */
const Lamp = () => {
  const { t } = useTranslation('till');
  const { moment } = useFormat();
  const { session } = useOpenTill();
  const now = tillLamp(useMachine());
  const [lamp, setLamp] = useState(now);
  const key = JSON.stringify(now);
  useEffect(() => {
    const next = JSON.parse(key) as typeof now;
    if (next.lamp === 'stopped') {
      setLamp(next);
      return;
    }
    const timer = setTimeout(() => setLamp(next), CALM_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const since = lamp.lamp === 'alone' ? moment(new Date(lamp.since)) : '';
  const text =
    lamp.lamp === 'alone'
      ? t(lamp.count === 0 ? 'lamp.alone_none' : 'lamp.alone', {
          since: isolateBidi(since),
          count: lamp.count,
        })
      : lamp.lamp === 'sending'
        ? t('lamp.sending', { count: lamp.count })
        : t(`lamp.${lamp.lamp}`);
  return (
    <button
      type="button"
      data-lamp={lamp.lamp}
      onClick={() => session.show('queue')}
      className={cx(
        'inline-flex h-11 min-w-0 items-center gap-2 rounded-lg px-3 text-start text-sm font-medium',
        LOOKS[lamp.lamp],
      )}
    >
      <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', DOTS[lamp.lamp])} />
      {/* a phone has room for the word alone; the sentence is in the list that it opens */}
      <span className="min-w-0 leading-tight max-sm:sr-only">{text}</span>
      <span aria-hidden="true" className="whitespace-nowrap sm:hidden">
        {t(`lamp.short_${lamp.lamp}`, { count: 'count' in lamp ? lamp.count : 0 })}
      </span>
    </button>
  );
};

/** The till's name, who sells, and its lamp. */
export const TopLine = () => {
  const { t } = useTranslation('till');
  const { device, session } = useOpenTill();
  const isMuted = useIsTillMuted();
  return (
    <header className="flex h-14 items-center gap-2 border-b border-line bg-surface px-2 sm:px-3">
      <Link
        to={paths.home}
        aria-label={t('leave')}
        title={t('leave')}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </Link>
      <div className="min-w-0 flex-1 leading-tight">
        <h1 className="truncate font-semibold text-ink">
          <bdi>{device.name}</bdi>
        </h1>
        <p className="truncate text-sm text-muted">
          <bdi>{session.cashier.name}</bdi>
          <span className="max-sm:hidden">
            {' · '}
            <bdi>{device.branch_name}</bdi>
          </span>
        </p>
      </div>
      <Lamp />
      <IconButton
        className="size-11! max-sm:hidden"
        label={t(isMuted ? 'sound.on' : 'sound.off')}
        icon={isMuted ? <VolumeX /> : <Volume2 />}
        onClick={() => setTillMuted(!isMuted)}
      />
      <IconButton
        className="size-11!"
        label={t('keys.title')}
        icon={<Keyboard />}
        onClick={() => session.show('keys')}
      />
    </header>
  );
};
