import pino, { type DestinationStream, type Logger } from 'pino';
import type { Env } from '../../env.ts';

const SECRETS = ['password', 'pin', 'token', 'code', 'secret'];

/**
 * Log lines never contain what would let a reader act as somebody else. An error's code is PostgreSQL's or Node's and
 * is safe.
 */
const redact = {
  // errors are listed separately, because a wildcard path does not tell the censor which field it found
  paths: [
    'req.headers.authorization',
    'req.headers.cookie',
    ...SECRETS.flatMap((key) => [`err.${key}`, `*.${key}`]),
  ],
  censor: (value: unknown, [first, second]: string[]) =>
    first === 'err' && second === 'code' ? value : '•••',
};

/** Creates the log of a process: JSON lines on stdout, or into a test's stream. */
export const createLogger = (
  env: Pick<Env, 'LOG_LEVEL' | 'ROLE'>,
  // lines are written together five times a second, because one write each took a twentieth of a request
  to: DestinationStream = pino.destination({ sync: false, minLength: 4_096, periodicFlush: 200 }),
): Logger => pino({ level: env.LOG_LEVEL, base: { role: env.ROLE }, redact }, to);

/** Logs once when repeated work starts to fail, and once when it works again. */
export function createOutageLogger(log: Logger, work: string) {
  let failsSince: number | null = null;
  return {
    failed: (error: unknown): void => {
      if (failsSince !== null) return;
      failsSince = Date.now();
      log.warn({ err: error }, `${work}, trying again until it works`);
    },
    worked: (): void => {
      if (failsSince === null) return;
      log.info({ seconds: Math.round((Date.now() - failsSince) / 1_000) }, `over: ${work}`);
      failsSince = null;
    },
  };
}
