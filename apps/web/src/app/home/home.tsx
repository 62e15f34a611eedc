import { Suspense } from 'react';
import { api } from '../../lib/server/api.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { useSession } from '../../lib/server/session.ts';
import { Skeleton } from '../../ui/index.ts';
import { AttentionTiles, useNeeds } from './attention-tiles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeGreeting } from './greeting.tsx';
import { isDriver } from './is-driver.ts';
import { canSeeFigures, Today } from './today.tsx';

const TillCard = lazyChunk(() => import('./till-card.tsx'));
const DriverWay = lazyChunk(() => import('./driver-way.tsx'));
const RolePages = lazyChunk(() => import('./role-pages.tsx'));

/**
 * Home: a greeting, what the person does next, what needs attention, and the figures of the day; for whom there is none
 * of these, the pages of their role. Rule: docs/rules/screens.md#home
 */
const Home = () => {
  const { can } = useSession();
  const needs = useNeeds();
  const isSeller = can(api.order.make) && can(api.posSession.open);
  return (
    <div className="mx-auto max-w-6xl">
      <HomeGreeting />
      <FirstSteps />
      {isSeller ? (
        <Suspense fallback={can(api.report.list) ? null : <Skeleton className="mb-6 h-20" />}>
          <TillCard />
        </Suspense>
      ) : null}
      {isDriver(can) ? (
        <Suspense fallback={<Skeleton className="mb-6 h-60 max-w-2xl" />}>
          <DriverWay />
        </Suspense>
      ) : null}
      {needs.length > 0 || isDriver(can) || canSeeFigures(can) ? (
        <>
          <AttentionTiles needs={needs} />
          <Today />
        </>
      ) : (
        <Suspense fallback={null}>
          <RolePages />
        </Suspense>
      )}
    </div>
  );
};

export default Home;
