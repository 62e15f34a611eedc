declare module 'virtual:endpoints' {
  /** The contract's `api`; `input`, `output`, `summary`, `fails`, `ignores` and `sorts` exist as types only. */
  export const api: typeof import('@dukkan/contract').api;
}
