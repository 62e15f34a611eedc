import { AttentionTiles } from './attention-tiles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeGreeting } from './greeting.tsx';
import { Today } from './today.tsx';

/** Home: a greeting, the setup steps of a new shop, what needs attention, and the figures of the day. */
const Home = () => (
  <div className="mx-auto max-w-5xl">
    <HomeGreeting />
    <FirstSteps />
    <AttentionTiles />
    <Today />
  </div>
);

export default Home;
