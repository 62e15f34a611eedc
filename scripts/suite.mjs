import { readArguments } from './lib/arguments.mjs';
import { runSuite } from './lib/test/suite.mjs';
import { reportFailure } from './lib/user-error.mjs';

// the tasks `test:*` of turbo.json call it in the folder of a package: `suite.mjs unit`
try {
  const { positionals } = readArguments('node scripts/suite.mjs <suite>', { allowPositionals: true });
  const isPassed = await runSuite(positionals[0]);
  process.exit(isPassed ? 0 : 1);
} catch (error) {
  reportFailure(error);
}
