import { NavLink } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/index.ts';

const TABS = [
  ['payments', paths.payments],
  ['drivers', paths.driverCash],
] as const;

/** What was paid, and what of it drivers have yet to bring. */
export const PaymentTabs = () => {
  const { t } = useTranslation('driver-cash');
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
