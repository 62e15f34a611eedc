import { Link } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { AnyEndpoint } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Banner } from '../../ui/index.ts';
import type { Branch } from './default-values.ts';

const ALL = { limit: 100 } as const;

/** Returns what a branch needs before it can sell: whether it exists, and the tab where it is set up. */
function useChecks(branch: Branch) {
  const { can } = useSession();
  const beside = { branchId: branch.id };
  const read = <E extends AnyEndpoint>(use: E) => ({ ...beside, enabled: can(use) });
  const payments = useRead(api.paymentMethod.ofBranch, ALL, read(api.paymentMethod.ofBranch));
  const deliveries = useRead(api.deliveryMethod.ofBranch, ALL, read(api.deliveryMethod.ofBranch));
  const served = useRead(api.location.ofBranch, {}, read(api.location.ofBranch));
  const any = (rows: readonly { assigned: boolean }[] | undefined) => rows?.some(({ assigned }) => assigned);
  const { zones_ids = [], areas_ids = [] } = served.results ?? {};
  return [
    { name: 'active', isThere: branch.status === 1, part: null },
    { name: 'till', isThere: branch.pos.some(({ status }) => status === 1), part: 'equipment' },
    { name: 'printer', isThere: branch.printers.length > 0, part: 'equipment' },
    { name: 'payments', isThere: any(payments.results), part: 'sells' },
    { name: 'deliveries', isThere: any(deliveries.results), part: 'sells' },
    { name: 'zones', isThere: served.results && zones_ids.length + areas_ids.length > 0, part: 'sells' },
  ] as const;
}

/** Lists what is missing before a branch can sell, with links; renders nothing when everything is set up. */
export const Readiness = ({ branch }: { branch: Branch }) =>
  branch.warehouse === 1 ? null : <Missing branch={branch} />;

const Missing = ({ branch }: { branch: Branch }) => {
  const { t } = useTranslation('branch');
  const { number } = useFormat();
  const checks = useChecks(branch);
  // data that is loading or that the user may not see does not count as missing
  const missing = checks.filter(({ isThere }) => isThere === false);
  if (missing.length === 0) return null;
  const done = { ready: number(checks.length - missing.length), all: number(checks.length) };
  return (
    <Banner tone="warning" className="mb-gap">
      <span>{t('ready.title', done)}</span>{' '}
      {missing.map(({ name, part }, index) => (
        <span key={name}>
          {index === 0 ? '' : ' · '}
          <Link className="font-medium underline" to={withQuery(paths.branch(branch.id), { part })}>
            {t(`ready.${name}`)}
          </Link>
        </span>
      ))}
    </Banner>
  );
};
