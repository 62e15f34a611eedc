import { runSuite } from './lib/suite.mjs';
import { reportFailure } from './lib/user-error.mjs';

// the tasks `test:*` of turbo.json call it in the folder of a package: `suite.mjs unit`
try {
  const isPassed = await runSuite(process.argv[2]);
  process.exit(isPassed ? 0 : 1);
} catch (error) {
  reportFailure(error);
}
