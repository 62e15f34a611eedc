/** An error that the user can resolve: shown as one sentence without a stack trace, exit code 1. */
export class UserError extends Error {}

/** Ends a script with an error: one sentence for a UserError, the whole error for any other. */
export function reportFailure(error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
