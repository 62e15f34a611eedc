import { Failure } from '@dukkan/contract';
import { expect, test } from 'vitest';
import { classifyError } from './outage.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  ['a database that does not answer', withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1'), 'away'],
  ['a database that shuts down', withCode('57P01', 'terminating connection'), 'away'],
  [
    'a cut connection inside another error',
    new Error('x', { cause: withCode('ECONNRESET', 'read ECONNRESET') }),
    'away',
  ],
  [
    'a statement that took too long',
    withCode('57014', 'canceling statement due to statement timeout'),
    'busy',
  ],
  ['a deadlock', withCode('40P01', 'deadlock detected'), 'busy'],
  ['a full disk', withCode('ENOSPC', 'ENOSPC: no space left on device'), 'busy'],
  ['a refusal that passes', new Failure('service.busy', { seconds: 1 }), 'busy'],
  ['a refusal of the record', new Failure('stock.insufficient'), 'failed'],
  ['a broken rule of the database', withCode('23514', 'violates check constraint'), 'failed'],
  ['a defect', new TypeError('undefined is not a function'), 'failed'],
] as const)('%s is classified by what it says about the job', (_what, error, fault) => {
  expect(classifyError(error)).toBe(fault);
});
