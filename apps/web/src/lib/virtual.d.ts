declare module 'virtual:endpoints' {
  /** The contract's `api`; at run time its endpoints have no schemas and no failures (vite.config.ts). */
  export const api: Omit<
    typeof import('@dukkan/contract').api,
    'tillPack' | 'tillSync' | 'heldCart' | 'tillPairing' | 'tillLetter' | 'tillException'
  >;
}

declare module 'virtual:endpoints/till' {
  type Api = typeof import('@dukkan/contract').api;
  /** The endpoints that only a till and its settings call, which `api` does not have. */
  export const tillApi: Pick<
    Api,
    'tillPack' | 'tillSync' | 'heldCart' | 'tillPairing' | 'tillLetter' | 'tillException'
  >;
}

declare module 'virtual:lists' {
  /** By the list's path: the input that its address may contain. */
  export const lists: Readonly<
    Record<string, Readonly<Record<string, import('./list/filter-rules.ts').FilterFieldRule>>>
  >;
}

declare module 'virtual:route-icons' {
  /** The address of the picture with the icons of all routes. */
  const address: string;
  export default address;
}

/** The contract's constants (CAPITALS) and nothing else of it. */
declare module 'virtual:facts' {
  export * from '@dukkan/contract';
}
