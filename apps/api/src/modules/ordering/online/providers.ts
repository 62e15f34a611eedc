import type { Ctx } from '../../../core/ctx.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { softProvider } from './soft-provider.ts';

const PROVIDERS: Readonly<Record<string, PaymentProvider>> = { soft: softProvider };

/** Returns the provider with this name; undefined for an unknown one. */
export const findProvider = (name: string): PaymentProvider | undefined =>
  Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;

/**
 * The modes of gateways that take payments of orders: outside a demo only those that take real money.
 * Rule: docs/rules/payments.md#test-payments
 */
export const getOrderModes = ({ services }: Pick<Ctx, 'services'>): readonly string[] =>
  services.env.DEMO ? ['live', 'test'] : ['live'];

/** Returns the provider that a row names. @throws when this version does not have it */
export function getProvider(name: string): PaymentProvider {
  const provider = findProvider(name);
  if (!provider) throw new Error(`there is no payment provider ${name}`);
  return provider;
}
