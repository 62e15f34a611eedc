import pino, { type DestinationStream, type Logger } from 'pino';
import type { Env } from '../env.ts';

const SECRETS = ['password', 'token', 'code', 'secret'];

/**
 * Log lines never carry what would let a reader act as someone (promises O3, S14). An error's own code is PostgreSQL's
 * or Node's and tells what is wrong.
 */
const redact = {
  // errors are named as well, since of what only a star finds the censor is not told where it stands
  paths: [
    'req.headers.authorization',
    'req.headers.cookie',
    ...SECRETS.flatMap((key) => [`err.${key}`, `*.${key}`]),
  ],
  censor: (value: unknown, [first, second]: string[]) =>
    first === 'err' && second === 'code' ? value : '•••',
};

/** The log of a process: JSON lines on stdout, or to where a test reads them. */
export const makeLog = (
  env: Pick<Env, 'LOG_LEVEL' | 'ROLE'>,
  // lines go out together, five times a second and at the end: one write for each was a twentieth of a request
  to: DestinationStream = pino.destination({ sync: false, minLength: 4_096, periodicFlush: 200 }),
): Logger => pino({ level: env.LOG_LEVEL, base: { role: env.ROLE }, redact }, to);

/** Says of work that is tried again and again that it fails, once, and that it goes on, once. */
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
