import type { Actor } from '../core/ctx.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null until a form's ticket is read. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** Its body may hold files, so a slow line gets longer. */
    takesFiles?: boolean;
  }
}
