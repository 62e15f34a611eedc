import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.ts';
import { iconOf } from '../icons.ts';
import { APP_ROUTES, allowedRoutes } from '../routes.ts';
import { AttentionTiles } from './attention-tiles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Greeting } from './greeting.tsx';

const profile = APP_ROUTES.filter(({ path, entry }) => path === paths.profile && entry.screen !== null);

/** Home: a greeting, what a new shop still lacks, what needs doing now, and the ways to everything this account may open. */
const Home = () => {
  const { t } = useTranslation('shell');
  const { canPass } = useSession();
  // everyone has a profile, whatever else is open to them
  const places = [...allowedRoutes(canPass).filter(({ path }) => path !== paths.home), ...profile];
  return (
    <div className="mx-auto max-w-5xl">
      <Greeting />
      <FirstSteps />
      <AttentionTiles />
      {places.length > 0 ? (
        <section aria-labelledby="quick-links">
          <h2 id="quick-links" className="mb-2 text-sm font-medium text-subtle">
            {t('home.links')}
          </h2>
          <ul className="grid grid-cols-1 gap-2.5 min-[22rem]:grid-cols-2 md:grid-cols-3">
            {places.map(({ path, entry: { name, icon, group } }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-3.5 hover:border-line-strong hover:bg-hover"
                >
                  <span
                    aria-hidden="true"
                    className="grid size-9 shrink-0 place-items-center rounded-md bg-primary-soft text-primary-text [&_svg]:size-4.5"
                  >
                    <Picture name={icon} />
                  </span>
                  <span className="min-w-0">
                    <span className="block truncate font-medium text-ink">{t(`route.${name}`)}</span>
                    <span className="block truncate text-sm text-subtle">
                      {t(group ? `group.${group}` : 'profile.label')}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
};

const Picture = ({ name }: { name: string }) => {
  const Icon = iconOf(name);
  return <Icon />;
};

export default Home;
