import { Columns3, List } from 'lucide-react';
import { Link } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { cx, getButtonClass } from '../../../ui/index.ts';

const PLACES = [
  { at: 'list', to: paths.orders, Icon: List },
  { at: 'board', to: paths.orderBoard, Icon: Columns3 },
] as const;

/** The switch between list and board. */
export const ViewSwitch = ({ at }: { at: 'list' | 'board' }) => {
  const { t } = useTranslation('order');
  return (
    <nav aria-label={t('switch.label')} className="inline-flex rounded-md border border-line bg-sunken p-0.5">
      {PLACES.map((place) => (
        <Link
          key={place.at}
          to={place.to}
          aria-current={place.at === at ? 'page' : undefined}
          className={cx(
            getButtonClass('ghost', 'sm'),
            place.at === at && 'bg-raised text-ink shadow-sm ring-1 ring-line',
          )}
        >
          <place.Icon aria-hidden="true" className="size-4" />
          {t(`switch.${place.at}`)}
        </Link>
      ))}
    </nav>
  );
};
