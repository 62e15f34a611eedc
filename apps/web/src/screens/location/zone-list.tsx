import { Link } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Badge, Button } from '../../ui/index.ts';
import { getLocationPath } from './kind.ts';
import type { ZoneShape } from './zone-probe.tsx';

/** Lists the zones of the map, so that they can be reached by keyboard. */
export const ZoneList = ({
  zones,
  onFocus,
}: {
  zones: readonly ZoneShape[];
  onFocus: (id: number) => void;
}) => {
  const { t } = useTranslation('location');
  const { number } = useFormat();
  return (
    <ul aria-label={t('zone.title')} className="grid max-h-[28rem] content-start gap-1 overflow-y-auto">
      {zones.map(({ id, name, area_m2, status }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2 rounded-md px-2 py-1 hover:bg-hover">
          <Link
            to={getLocationPath('zone', id)}
            className="min-w-0 flex-1 truncate text-primary-text hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          {status === 1 ? null : <Badge variant="secondary">{t('off')}</Badge>}
          <bdi className="text-sm text-muted tabular">
            {t('km2', { size: number(area_m2 / 1e6, { maximumSignificantDigits: 3 }) })}
          </bdi>
          <Button size="sm" onClick={() => onFocus(id)} aria-label={t('show_on_map', { name })}>
            {t('show')}
          </Button>
        </li>
      ))}
    </ul>
  );
};
