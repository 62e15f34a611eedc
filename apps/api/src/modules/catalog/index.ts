import type { Route } from '../../http/serve.ts';

export const routes: readonly Route[] = [];
