import type { FastifyRequest } from 'fastify';

export const FORM = 'application/x-www-form-urlencoded';

/** True for a form post from a browser. */
export const isFormRequest = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith(FORM);
