import { ShieldQuestion } from 'lucide-react';
import { Link } from '../../kit/link.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/server/session.ts';
import { Card, EmptyState } from '../../ui/index.ts';
import { RouteIcon } from '../route-icon.tsx';
import { useMenuRoutes } from '../sections.ts';

/** The pages that a role opens, for people whose work Home tells nothing about. */
const RolePages = () => {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const routes = useMenuRoutes().filter(({ entry }) => entry.section !== 'home' && entry.name !== 'settings');
  // some pages ask for no permission, but the server answers nobody without any
  if (routes.length === 0 || user?.permissions.length === 0)
    return (
      <Card>
        <EmptyState icon={<ShieldQuestion />} title={t('role_pages.none')} text={t('role_pages.none_text')} />
      </Card>
    );
  return (
    <section aria-labelledby="role-pages" className="mb-6">
      <h2 id="role-pages" className="mb-2 text-sm font-medium text-subtle">
        {t('role_pages.title')}
      </h2>
      <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
        {routes.map(({ entry, path }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex items-center gap-3 rounded-lg border border-line bg-surface p-4 font-medium text-ink hover:border-line-strong hover:bg-hover"
            >
              <RouteIcon name={entry.icon} className="size-5 shrink-0 text-subtle" />
              {t(`route.${entry.name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

export default RolePages;
