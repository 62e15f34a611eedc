import type { MultiPolygon } from '@dukkan/commerce';
import { Link } from '../../kit/index.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Banner } from '../../ui/index.ts';
import type { ParsedDrawing } from './drawing.ts';
import { getLocationPath } from './kind.ts';
import type { NeighbourZone } from './zone-editor.tsx';

type FindingsProps = {
  id: number | null;
  /** The finished drawing as text; a corner that is still being dragged is not in it. */
  text: string;
  read: ParsedDrawing;
  overlaps: readonly NeighbourZone[];
  gaps: readonly { polygons: MultiPolygon; area_m2: number }[];
};

const NAMED_MAX = 6;

/** Lists the errors of a drawing, or its effects on neighbouring zones and on addresses. */
export const DrawingIssues = ({ id, text, read, overlaps, gaps }: FindingsProps) => {
  const { t } = useTranslation(['location', 'failures']);
  const { number } = useFormat();
  const size = (area_m2: number) =>
    t('location:km2', { size: number(area_m2 / 1e6, { maximumSignificantDigits: 3 }) });
  if (read.refusal)
    return (
      <div role="alert">
        <Banner tone="danger">
          <bdi>{t(`failures:${read.refusal.code}`, { ...read.refusal })}</bdi>
        </Banner>
      </div>
    );
  if (!read.shape) return <p className="text-sm text-subtle">{t('location:nothing_drawn')}</p>;
  const named = overlaps.slice(0, NAMED_MAX);
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className="text-muted">
        {t('location:found.size')} <bdi className="text-ink tabular">{size(read.shape.area_m2)}</bdi>
      </p>
      {overlaps.length > 0 ? (
        <Banner tone="warning">
          <p>{t('location:found.overlaps', { count: overlaps.length, shown: number(overlaps.length) })}</p>
          <ul className="flex flex-wrap gap-x-4">
            {named.map(({ zone, area_m2 }) => (
              <li key={zone.id}>
                <Link to={getLocationPath('zone', zone.id)} className="underline">
                  <bdi>{zone.name}</bdi>
                </Link>{' '}
                <bdi className="tabular">{size(area_m2)}</bdi>
              </li>
            ))}
            {overlaps.length > named.length ? (
              <li>{t('location:found.more', { shown: number(overlaps.length - named.length) })}</li>
            ) : null}
          </ul>
        </Banner>
      ) : null}
      {gaps.length > 0 ? (
        <Banner tone="warning">
          {t('location:found.gaps', { count: gaps.length, shown: number(gaps.length) })}{' '}
          <bdi className="tabular">
            {gaps
              .slice(0, NAMED_MAX)
              .map(({ area_m2 }) => size(area_m2))
              .join(' · ')}
          </bdi>
        </Banner>
      ) : null}
      <MovedAddresses id={id} text={text} />
    </div>
  );
};

/**
 * The number of addresses that would move to another zone; the server counts them, because the browser does not have
 * them.
 */
const MovedAddresses = ({ id, text }: { id: number | null; text: string }) => {
  const { t } = useTranslation('location');
  const { number } = useFormat();
  const { can } = useSession();
  const polygons = useDebounced(text, 600);
  const { results } = useRead(
    api.location.check,
    { ...(id === null ? {} : { id }), polygons },
    { enabled: polygons !== '' && can(api.location.check) },
  );
  if (!results || results.moved_count === 0) return null;
  // a new zone has no name yet
  const called = (name: string | null) => (name === '' ? t('this_zone') : (name ?? t('found.none')));
  return (
    <Banner tone="info">
      <p>{t('found.moved', { count: results.moved_count, shown: number(results.moved_count) })}</p>
      <ul className="flex flex-wrap gap-x-4">
        {results.moved.slice(0, NAMED_MAX).map((address) => (
          <li key={address.id}>
            <Link to={paths.address(address.id)} className="underline">
              <bdi>{address.name}</bdi>
            </Link>{' '}
            <bdi>{t('found.from_to', { from: called(address.from_name), to: called(address.to_name) })}</bdi>
          </li>
        ))}
      </ul>
    </Banner>
  );
};
