import type { Actor } from '../core/ctx.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null until a form's ticket is read. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The body may contain files, so the longer time limit applies. */
    takesFiles?: boolean;
  }
}
