import { expect, it } from 'vitest';
import { createLogger, createOutageLogger } from './log.ts';

function listening() {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger(
    { LOG_LEVEL: 'info', ROLE: 'api' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}

it('S14 log lines hide codes, passwords and tokens, but not error codes of PostgreSQL or Node.js', () => {
  const { log, lines } = listening();
  const secret = { code: '482911', password: 'Correct!Horse9', token: 'abc', secret: 'def' };
  log.warn({ body: secret, err: Object.assign(new Error('away'), { code: 'ECONNREFUSED', token: 'abc' }) });
  log.warn({ req: { headers: { authorization: 'Bearer abc', cookie: 'a=b' } }, error: secret });
  expect(lines[0]).toMatchObject({ err: { code: 'ECONNREFUSED', message: 'away' } });
  for (const hidden of ['482911', 'Horse', 'abc', 'def', 'a=b'])
    expect(JSON.stringify(lines)).not.toContain(hidden);
});

it('the start and the end of an outage are logged once each', () => {
  const { log, lines } = listening();
  const outage = createOutageLogger(log, 'mail does not go out');
  outage.worked();
  for (let turn = 0; turn < 2; turn += 1) {
    for (let tries = 0; tries < 5; tries += 1) outage.failed(new Error('away'));
    outage.worked();
    outage.worked();
  }
  const round = ['mail does not go out, trying again until it works', 'over: mail does not go out'];
  expect(lines.map(({ msg }) => msg)).toEqual([...round, ...round]);
});
