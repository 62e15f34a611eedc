declare module 'virtual:endpoints' {
  /** The contract's `api`; at run time an endpoint has its path, kind, audience, permission and touches only. */
  export const api: typeof import('@dukkan/contract').api;
}
