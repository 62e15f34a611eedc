import { AttentionTiles } from './attention-tiles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Greeting } from './greeting.tsx';
import { Today } from './today.tsx';

/** Home: a greeting, what a new shop still lacks, what needs doing now, and how the day goes. */
const Home = () => (
  <div className="mx-auto max-w-5xl">
    <Greeting />
    <FirstSteps />
    <AttentionTiles />
    <Today />
  </div>
);

export default Home;
