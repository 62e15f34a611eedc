import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card, CardHeader, cx } from '../../ui/index.ts';
import { findRoute, hasScreen } from '../routes.ts';
import { useShop } from '../shop.ts';

type Step = { key: string; path: string; done: boolean };

/** What an empty install lacks before it can work (ux.md, 'First minutes'); gone once all is there. */
export const FirstSteps = () => {
  const { t } = useTranslation('shell');
  const { can } = useSession();
  const shop = useShop();
  const reads = can(api.branch.create) && can(api.account.save) && can(api.setting.save);
  const branches = useRead(api.branch.list, { limit: 1 }, { enabled: reads });
  const staff = useRead(api.account.list, { role: 'staff', limit: 1 }, { enabled: reads });
  if (!branches.meta || !staff.meta) return null;
  const hasBranch = branches.meta.total > 0;
  // the first administrator does not count
  const hasStaff = staff.meta.total > 1;
  if (hasBranch && hasStaff) return null;
  const { phone = '', email = '' } = shop?.info ?? {};
  const all: Step[] = [
    { key: 'settings', path: paths.settings, done: phone !== '' || email !== '' },
    { key: 'branch', path: paths.branches, done: hasBranch },
    { key: 'staff', path: paths.accounts, done: hasStaff },
  ];
  const steps = all.filter(({ path }) => {
    const place = findRoute(path);
    return place !== null && hasScreen(place.entry);
  });
  if (steps.length === 0) return null;
  return (
    <Card className="mb-6" aria-label={t('steps.title')}>
      <CardHeader title={t('steps.title')} description={t('steps.text')} />
      <ol className="p-2">
        {steps.map(({ key, path, done }, index) => (
          <li key={key}>
            <Link to={path} className="flex items-center gap-3 rounded-md px-2 py-2.5 hover:bg-hover">
              <span
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full text-sm font-medium',
                  done ? 'bg-success-soft text-success-text' : 'bg-primary-soft text-primary-text',
                )}
              >
                {done ? <Check aria-hidden="true" className="size-4" /> : <bdi>{index + 1}</bdi>}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-ink">{t(`steps.${key}`)}</span>
                <span className="block text-sm text-subtle">
                  {done ? t('steps.done') : t(`steps.${key}_text`)}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 text-subtle rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
};
