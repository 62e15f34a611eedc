import type { Services } from '../ctx.ts';

/** Creates a value on first use, once per process; two apps in one program do not share it. */
export function memoizePerProcess<T>(
  create: (services: Services) => T,
): (owner: { readonly services: Services }) => T {
  const valuesByServices = new WeakMap<Services, T>();
  return ({ services }) => {
    const value = valuesByServices.get(services) ?? create(services);
    valuesByServices.set(services, value);
    return value;
  };
}
