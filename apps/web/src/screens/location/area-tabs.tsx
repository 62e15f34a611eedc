import { NavLink } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/index.ts';

const TABS = [
  ['areas', paths.areas],
  ['zones', paths.zones],
  ['map', paths.zoneMap],
] as const;

/** Areas are named, zones are drawn; both say what is delivered. */
export const AreaTabs = () => {
  const { t } = useTranslation('location');
  return (
    <nav aria-label={t('tabs.label')} className="mb-3 flex border-b border-line">
      {TABS.map(([name, path]) => (
        <NavLink
          key={name}
          to={path}
          end
          className={({ isActive }) =>
            cx(
              '-mb-px flex min-h-9 items-center border-b-2 px-3 text-sm font-medium max-md:min-h-11',
              isActive ? 'border-primary-solid text-ink' : 'border-transparent text-muted hover:text-ink',
            )
          }
        >
          {t(`tabs.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
};
