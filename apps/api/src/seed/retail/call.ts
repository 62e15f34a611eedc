import { type Endpoint, type FailureCode, getFieldLabel } from '@dukkan/contract';
import type * as z from 'zod';
import { routes } from '../../app.ts';
import type { Services } from '../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../core/ctx.ts';
import { buildFailureBody, toFailureInfo } from '../../http/failures.ts';

type Answer<E> = E extends { output: infer O extends z.ZodType } ? z.output<O> : never;

/** Returns the system's context at a past time. */
export const createCtxAt = (services: Services, at: Date): Ctx =>
  createSystemCtx({ ...services, now: () => at }, 'replay');

/** Calls the use-case of an endpoint with a body that its contract has parsed. @throws the endpoint's errors */
export async function callEndpoint<E extends { readonly path: string; readonly input: z.ZodType }>(
  ctx: Ctx,
  endpoint: E,
  body: object,
): Promise<Answer<E>> {
  const route = routes.find((one) => one.endpoint === (endpoint as unknown as Endpoint));
  if (!route) throw new Error(`nothing serves ${endpoint.path}`);
  return route.handler(ctx, endpoint.input.parse(body) as never) as Promise<Answer<E>>;
}

/** Why a row was refused: the code of the failure, and its text for people. */
export type RefusalReason = { readonly code: FailureCode | 'replay.no_sale'; readonly text: string };

/** Returns the reason of a refusal. @throws the error itself when it is a defect */
export function toRefusalReasonOrThrow(error: unknown): RefusalReason {
  const facts = toFailureInfo(error);
  if (facts.status >= 500) throw error;
  const { message, results } = buildFailureBody(error, facts, 'en', 'replay', undefined);
  const [first] = Object.entries(results.errors);
  const text = first ? `${getFieldLabel(first[0].split('.'), 'en')}: ${first[1][0]}` : message;
  return { code: facts.code, text: text.replace(/^.*: (?=The )/, '') };
}
