import { fail } from '@dukkan/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/ctx.ts';

/** Maximum size of a callback's body in bytes. */
const CALLBACK_LIMIT = 64 * 1024;

type Callback = {
  readonly provider: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
};
/** @returns true when the signature is valid; null for an unknown provider */
type Receiver = (services: Services, callback: Callback) => Promise<boolean | null>;

/**
 * Serves callbacks of payment providers: without a session, in any content type, with the raw body that the signature
 * covers. 401 for an invalid signature, 200 otherwise (docs/rules/payments.md#callbacks).
 */
export function serveCallbacks(app: FastifyInstance, services: Services, receive: Receiver): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { provider: string } }>(
      '/payments/callback/:provider',
      { bodyLimit: CALLBACK_LIMIT },
      async ({ params, headers, body }, reply) => {
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const isSigned = await receive(services, { provider: params.provider, headers, body: raw });
        if (isSigned === null) fail('route.missing');
        if (!isSigned) fail('auth.unauthorized');
        return reply.header('cache-control', 'no-store').send({ received: 1 });
      },
    );
  });
}
