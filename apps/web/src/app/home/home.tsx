import { useSession } from '../../lib/server/session.ts';
import { AttentionTiles, useNeeds } from './attention-tiles.tsx';
import { DriverWay, useIsDriver } from './driver-way.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeGreeting } from './greeting.tsx';
import { RolePages } from './role-pages.tsx';
import { TillCard } from './till-card.tsx';
import { canSeeFigures, Today } from './today.tsx';

/**
 * Home: a greeting, what the person does next, what needs attention, and the figures of the day; for whom there is none
 * of these, the pages of their role. Rule: docs/rules/screens.md#home
 */
const Home = () => {
  const { can } = useSession();
  const needs = useNeeds();
  const isDriver = useIsDriver();
  const hasWork = needs.length > 0 || isDriver || canSeeFigures(can);
  return (
    <div className="mx-auto max-w-6xl">
      <HomeGreeting />
      <FirstSteps />
      <TillCard />
      <DriverWay />
      {hasWork ? (
        <>
          <AttentionTiles />
          <Today />
        </>
      ) : (
        <RolePages />
      )}
    </div>
  );
};

export default Home;
