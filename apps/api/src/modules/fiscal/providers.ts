import { fail } from '@dukkan/contract';
import type { Services } from '../../core/ctx.ts';
import { memoizePerProcess } from '../../core/process/memoize-per-process.ts';
import type { FiscalProvider } from './fiscal-provider.ts';
import { createSoftProvider } from './soft-provider.ts';

const softProvider = memoizePerProcess<FiscalProvider>(({ env }) => createSoftProvider(env.SECRET_KEY));

/** Returns the provider with this name. @throws fiscal.not_built */
export const getFiscalProvider = (services: Services, kind: string): FiscalProvider =>
  kind === 'soft' ? softProvider({ services }) : fail('fiscal.not_built', undefined, 'provider');
