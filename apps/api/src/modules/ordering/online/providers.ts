import type { PaymentProvider } from './payment-provider.ts';
import { softProvider } from './soft-provider.ts';

const PROVIDERS: Readonly<Record<string, PaymentProvider>> = { soft: softProvider };

/** The provider of this name; undefined for one that is not known. */
export const findProvider = (name: string): PaymentProvider | undefined =>
  Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;

/** The same where a row names it. @throws where the row names one that this version does not have */
export function getProvider(name: string): PaymentProvider {
  const provider = findProvider(name);
  if (!provider) throw new Error(`there is no payment provider ${name}`);
  return provider;
}
