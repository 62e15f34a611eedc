import { useTranslation } from '../../lib/i18n.ts';

const tiles = [0, 1, 2, 3, 4, 5, 6, 7];

/** A picture of a shop's awning beside the form on wide screens; decorative. */
export const Scene = () => {
  const { t } = useTranslation('auth');
  return (
    <aside
      aria-label={t('scene.title')}
      className="relative hidden overflow-hidden bg-primary-soft lg:flex lg:flex-col lg:justify-end"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 800 900"
        preserveAspectRatio="xMidYMin slice"
        className="absolute inset-0 size-full text-primary rtl:-scale-x-100"
      >
        <g fill="currentColor">
          {tiles.map((at) => (
            <path
              key={at}
              d={`M${at * 100} 0h100v190a50 50 0 0 1-100 0z`}
              opacity={at % 2 === 0 ? 0.2 : 0.09}
            />
          ))}
          <rect x="90" y="330" width="270" height="360" rx="14" opacity="0.08" />
          <rect x="110" y="350" width="230" height="215" rx="8" opacity="0.1" />
          <rect x="440" y="330" width="270" height="600" rx="14" opacity="0.08" />
          <rect x="460" y="350" width="230" height="340" rx="8" opacity="0.1" />
          <circle cx="668" cy="760" r="9" opacity="0.35" />
          <g opacity="0.2">
            <rect x="130" y="478" width="52" height="66" rx="6" />
            <rect x="194" y="452" width="52" height="92" rx="6" />
            <circle cx="292" cy="512" r="32" />
          </g>
        </g>
      </svg>
      <div className="relative border-t border-line bg-surface px-12 py-9">
        <p className="text-2xl font-semibold text-balance text-ink">{t('scene.title')}</p>
        <p className="mt-2 text-lg text-muted">{t('scene.text')}</p>
      </div>
    </aside>
  );
};
