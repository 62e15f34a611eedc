/** A refusal that a person can act on: one sentence, no stack, exit code 1. */
export class UserError extends Error {}

/** Ends a script: one sentence for what a person can mend, the whole error for what nobody expected. */
export function reportFailure(error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
