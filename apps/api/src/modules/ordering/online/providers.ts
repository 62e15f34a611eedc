import type { PaymentProvider } from './payment-provider.ts';
import { softProvider } from './soft-provider.ts';

const PROVIDERS: Readonly<Record<string, PaymentProvider>> = { soft: softProvider };

/** Returns the provider with this name; undefined for an unknown one. */
export const findProvider = (name: string): PaymentProvider | undefined =>
  Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;

/** Returns the provider that a row names. @throws when this version does not have it */
export function getProvider(name: string): PaymentProvider {
  const provider = findProvider(name);
  if (!provider) throw new Error(`there is no payment provider ${name}`);
  return provider;
}
