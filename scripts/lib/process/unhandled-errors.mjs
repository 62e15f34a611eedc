import { writeFileSync } from 'node:fs';

/** Writes the number of errors that no test caught to a file, because the runner's JSON report leaves them out. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE, String(errors.length));
  }
}
