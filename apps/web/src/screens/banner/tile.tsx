import type { KeyboardEvent } from 'react';
import { Link } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSortableTile } from '../../lib/sortable.ts';
import { MoveButtons } from '../../shared/move-buttons.tsx';
import { cx } from '../../ui/index.ts';
import { StateBadge, useBannerReasonText } from './state.tsx';

/** The kind of dragged element. */
export const DRAGGED = 'banner';

export type TileProps = {
  banner: RowOf<typeof api.banner.list>;
  /** The size of the slider, in pixels. */
  size: { width: number; height: number } | undefined;
  index: number;
  last: boolean;
  /** True when the banner cannot be moved. */
  locked: boolean;
  onMove: (by: 1 | -1) => void;
};

/** A banner in the aspect ratio of its slider, with its state; `[` and `]` move the focused banner. */
export const BannerTile = ({ banner, size, index, last, locked, onMove }: TileProps) => {
  const { t } = useTranslation('banner');
  const reason = useBannerReasonText();
  const { ref, isOver, isAway } = useSortableTile<HTMLLIElement>(DRAGGED, banner.id, locked);
  const shown = { name: banner.title };
  const press = (event: KeyboardEvent) => {
    const by = ({ BracketLeft: -1, BracketRight: 1 } as const)[event.code as 'BracketLeft'];
    if (!by || locked) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li
      ref={ref}
      className={cx(
        'min-w-0 overflow-hidden rounded-lg border bg-surface',
        locked ? '' : 'cursor-grab',
        isOver ? 'border-primary ring-2 ring-focus' : 'border-line',
        banner.shows === 'dead' && !isOver && 'border-danger',
        isAway && 'opacity-40',
      )}
    >
      <Link
        to={paths.banner(banner.id)}
        onKeyDown={press}
        draggable={false}
        className="block -outline-offset-2 hover:bg-hover"
      >
        <span
          className="relative block max-h-64 overflow-hidden bg-sunken"
          style={size && { aspectRatio: `${size.width} / ${size.height}` }}
        >
          <img
            src={banner.image_url}
            alt={banner.description}
            draggable={false}
            className={cx('size-full object-cover', banner.shows === 'now' ? '' : 'opacity-60')}
            style={{ objectPosition: `${banner.focus.x}% ${banner.focus.y}%` }}
          />
          <span className="absolute start-2 top-2">
            <StateBadge of={banner} />
          </span>
        </span>
        <span className="block min-w-0 px-3 pt-2">
          <span className="flex min-w-0">
            <bdi className="min-w-0 truncate text-base font-medium text-ink">{banner.title}</bdi>
          </span>
          <span className="block text-sm text-muted">{reason(banner)}</span>
          <span className="flex min-w-0 gap-1 text-sm text-subtle">
            <span className="shrink-0">{t(`target.${banner.target.type}`)}</span>
            {banner.target.type === 'none' ? null : (
              <bdi className="min-w-0 truncate">{banner.target.name ?? banner.target.target}</bdi>
            )}
          </span>
        </span>
      </Link>
      {locked ? (
        <div className="h-2" />
      ) : (
        <div className="flex items-center justify-end px-1 pb-0.5">
          <MoveButtons
            earlierLabel={t('earlier', shown)}
            laterLabel={t('later', shown)}
            index={index}
            last={last}
            onMove={onMove}
          />
        </div>
      )}
    </li>
  );
};
