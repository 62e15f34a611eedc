import { type Endpoint, type FailureCode, fieldLabel } from '@dukkan/contract';
import type * as z from 'zod';
import { routes } from '../../app.ts';
import { type Ctx, systemCtx } from '../../core/ctx.ts';
import type { Services } from '../../core/services.ts';
import { failureBody, toFailureInfo } from '../../http/failures.ts';

type Answer<E> = E extends { output: infer O extends z.ZodType } ? z.output<O> : never;

/** The system at a moment of the past. */
export const ctxAt = (services: Services, at: Date): Ctx =>
  systemCtx({ ...services, now: () => at }, 'replay');

/** Calls the use-case of an endpoint with a body that its contract has read. @throws as the endpoint does */
export async function call<E extends { readonly path: string; readonly input: z.ZodType }>(
  ctx: Ctx,
  endpoint: E,
  body: object,
): Promise<Answer<E>> {
  const route = routes.find((one) => one.endpoint === (endpoint as unknown as Endpoint));
  if (!route) throw new Error(`nothing serves ${endpoint.path}`);
  return route.handler(ctx, endpoint.input.parse(body) as never) as Promise<Answer<E>>;
}

/** Why something was refused: the failure's code, and its text as a person would read it. */
export type Reason = { readonly code: FailureCode | 'replay.no_sale'; readonly text: string };

/** The refusal that an error is; a defect is none. @throws the defect */
export function reasonOf(error: unknown): Reason {
  const facts = toFailureInfo(error);
  if (facts.status >= 500) throw error;
  const { message, results } = failureBody(error, facts, 'en', 'replay', undefined);
  const [first] = Object.entries(results.errors);
  const text = first ? `${fieldLabel(first[0].split('.'), 'en')}: ${first[1][0]}` : message;
  return { code: facts.code, text: text.replace(/^.*: (?=The )/, '') };
}
