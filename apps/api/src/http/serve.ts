import {
  dropIgnoredFields,
  type Endpoint,
  type EndpointKind,
  Failure,
  fail,
  PAPER_ROWS_MAX,
  PICK_LIMIT,
} from '@dukkan/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Ctx, Services } from '../core/ctx.ts';
import { readIdempotencyClaim, runOnce } from '../core/idempotency.ts';
import type { Page, PageInput } from '../core/list/page.ts';
import { dropEmptyFields, emptyToNull } from './body.ts';
import {
  authenticateDownloadForm,
  checkExportPermission,
  coerceFormValues,
  registerFormParser,
  sendExport,
} from './exports.ts';
import { isFormRequest } from './form.ts';
import { isFromThisMachine } from './from-this-machine.ts';
import { acceptsFiles, registerFileUploads, saveUploads } from './multipart-files.ts';
import {
  acceptsPictures,
  multipartToJson,
  PICTURES_LIMIT,
  registerMultipartParser,
} from './multipart-json.ts';
import { type PrintBuilder, sendPrint } from './prints.ts';
import { checkRateLimit } from './rate-limits.ts';
import { createSerializers } from './serializers.ts';
import { authenticate, canReadReplica, createRequestCtx, markSessionWrite } from './session.ts';
import { createRecentPageCache, listWithoutGapsOrRepeats, type RecentPageCache } from './steady-pages.ts';

/** Groups of a list's records, serialized by `groupOutput`. */
type GroupedPage<M> = Page<object, M> & { readonly grouped: true };

type Answer<E> = E extends {
  kind: 'list';
  output: infer O extends z.ZodType;
  metaOutput: infer M extends z.ZodType;
}
  ? Page<z.output<O>, z.output<M>> | (E extends { groupOutput: z.ZodType } ? GroupedPage<z.output<M>> : never)
  : E extends { output: infer O extends z.ZodType }
    ? z.output<O>
    : never;

/** A use-case: takes the endpoint's input, returns its output. */
export type Handler<E> = E extends { input: infer I extends z.ZodType }
  ? (ctx: Ctx, input: z.output<I>) => Promise<Answer<E>>
  : never;

type Preparation = {
  readonly prepare: (ctx: Ctx, input: never) => Promise<void>;
  readonly isNeeded: (input: never) => boolean;
};

/** The checks of use-cases that run before their transaction. */
const preparations = new WeakMap<Route['handler'], Preparation>();

/**
 * Gives a use-case checks that take long, such as comparing a password. They run before the transaction of its
 * request, also of one with an Idempotency-Key, so that nobody waits for the connection and the locks of the use-case.
 * @param isNeeded false for inputs without anything to check, whose key is then not looked up beforehand either
 */
export function withPreparation<P, I extends P, R>(
  prepare: (ctx: Ctx, input: P) => Promise<void>,
  handler: (ctx: Ctx, input: I) => Promise<R>,
  isNeeded: (input: P) => boolean = () => true,
): (ctx: Ctx, input: I) => Promise<R> {
  const prepared = (ctx: Ctx, input: I) => handler(ctx, input);
  preparations.set(prepared as Route['handler'], { prepare, isNeeded } as Preparation);
  return prepared;
}

/** True when the use-case of a route has checks that run before its transaction. */
export const hasPreparation = ({ handler }: Route): boolean => preparations.has(handler);

type Served<G> = {
  [K in keyof G as G[K] extends { kind: Exclude<EndpointKind, 'stream'> } ? K : never]: Handler<G[K]>;
};

/** A route: an endpoint and its use-case. */
export type Route = {
  readonly endpoint: Endpoint;
  readonly handler: (ctx: Ctx, input: never) => Promise<unknown>;
  /** Converts the use-case's result to a document, for endpoints that print. */
  readonly print?: PrintBuilder;
};

type Prints<G> = {
  [K in keyof G as G[K] extends { prints: true } ? K : never]: G[K] extends {
    input: infer I extends z.ZodType;
    output: infer O extends z.ZodType;
  }
    ? (ctx: Ctx, answer: z.output<O>, input: z.output<I>) => ReturnType<PrintBuilder>
    : never;
};

/** Pairs a noun's endpoints with their use-cases; a missing or wrongly typed one does not compile. */
export function serve<G extends Readonly<Record<string, object>>>(
  group: G,
  handlers: Served<G>,
  // required when an endpoint of the noun prints
  ...[prints]: [keyof Prints<G>] extends [never] ? [] : [Prints<G>]
): Route[] {
  const endpoints: Readonly<Record<string, object>> = group;
  const documents = (prints ?? {}) as Readonly<Record<string, PrintBuilder>>;
  return Object.entries(handlers).map(([name, handler]) => ({
    endpoint: endpoints[name] as Endpoint,
    handler: handler as Route['handler'],
    ...(documents[name] ? { print: documents[name] } : {}),
  }));
}

/** Parses the input from body, path and files. @throws ZodError */
function parseInput(endpoint: Endpoint, request: FastifyRequest, ctx: Ctx): never {
  const rawInput = { ...(request.body as Record<string, unknown>), ...pathIds(request) };
  const body = isFormRequest(request) ? coerceFormValues(endpoint, rawInput) : rawInput;
  if (endpoint.kind === 'list') {
    const filters = dropEmptyFields(body);
    if (ctx.reach !== 'pick') return endpoint.input.parse(filters) as never;
    const input = endpoint.input.parse({ limit: PICK_LIMIT, ...filters }) as { limit: number };
    return { ...input, status: 1, limit: Math.min(input.limit, PICK_LIMIT) } as never;
  }
  // empty fields of a quote mean the same as in the order made from it
  if (endpoint.kind === 'show') return endpoint.input.parse(emptyToNull(dropEmptyFields(body))) as never;
  return endpoint.input.parse(
    normalizeWrite(endpoint, emptyToNull(dropIgnoredFields(body, endpoint.ignoredFields))),
  ) as never;
}

/** A null id or version counts as absent, and a null list as empty. */
function normalizeWrite({ nullableLists: lists = [] }: Endpoint, body: unknown): object {
  const fields = { ...(body as Record<string, unknown>) };
  for (const name of ['id', 'version']) if (fields[name] === null) delete fields[name];
  for (const name of lists) if (fields[name] === null) fields[name] = [];
  return fields;
}

const pathIds = (request: FastifyRequest): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, value]) => [
      name,
      /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value,
    ]),
  );

const readsOnly = ({ kind, path }: Endpoint): boolean => kind === 'list' || path.endsWith('/statistics');

/** Row limit of a printed list: one more than the largest document, so that the document can refuse it. */
const PAPER_ROWS = PAPER_ROWS_MAX + 1;
const wantsPaper = (input: { export?: boolean; format?: string }): boolean =>
  input.export === true && input.format === 'pdf';

/** True for errors meant for the caller, which do not depend on which database was used. */
const isRefusal = (error: unknown): boolean => error instanceof Failure || error instanceof z.ZodError;

/** Replaces secrets that are shown once before idempotency stores the response. */
const withoutSecrets =
  ({ answersOnce }: Endpoint) =>
  (answer: string): string => {
    if (!answersOnce) return answer;
    const body = JSON.parse(answer) as { readonly results: Readonly<Record<string, unknown>> };
    const results = Object.entries(body.results).map(([name, value]) => {
      const flag = answersOnce[name];
      return flag ? [flag, true] : [name, value];
    });
    return JSON.stringify({ ...body, results: Object.fromEntries(results) });
  };

/** Shared by all routes; `copies` are the same services with the replica's database. */
type Shared = { readonly services: Services; readonly copies: Services; readonly memory: RecentPageCache };

/** Calls the use-case of a route; for lists, paging through the answers returns every row once. */
function askUseCase({ memory }: Shared, { endpoint, handler }: Route, ctx: Ctx, input: never) {
  if (endpoint.kind !== 'list') return handler(ctx, input);
  return listWithoutGapsOrRepeats(memory, ctx, endpoint.path, input as PageInput, async (window) => {
    const handlerInput = window ? { ...(input as PageInput), window } : input;
    return (await handler(ctx, handlerInput as never)) as Page<object>;
  });
}

/** Creates the function that handles a route's requests: access, input, use-case, answer. */
function runner(shared: Shared, route: Route) {
  const { services, copies } = shared;
  const { endpoint, handler, print } = route;
  const write = createSerializers(endpoint);
  const preparation = preparations.get(handler);
  const keeps = endpoint.kind !== 'list' && endpoint.kind !== 'show' && endpoint.storesAnswer !== false;

  const answerTo = async (ctx: Ctx, request: FastifyRequest, reply: FastifyReply, digests: object) => {
    const input = parseInput(endpoint, request, ctx);
    if (print && endpoint.exports && wantsPaper(input)) {
      checkExportPermission(ctx, endpoint);
      // one page with all rows; the document refuses too many
      const answer = await handler(ctx, { ...(input as object), page: 1, limit: PAPER_ROWS } as never);
      return sendPrint(ctx, endpoint, input, answer, print, reply);
    }
    if (endpoint.exports && (input as { export?: boolean }).export)
      return sendExport(ctx, endpoint, input, handler, reply);
    if (print && (input as { export?: boolean }).export)
      return sendPrint(ctx, endpoint, input, await handler(ctx, input), print, reply);
    if (isFormRequest(request)) fail('request.unsupported_type');
    const answer = async (ctx: Ctx) => write(ctx.reach)(await askUseCase(shared, route, ctx, input));
    const path = request.url.split('?', 1)[0] ?? '';
    const signature = { ...(request.body as object), ...digests };
    const claim = keeps
      ? readIdempotencyClaim(ctx, path, request.headers['idempotency-key'], signature)
      : null;
    const prepareCall = preparation?.isNeeded(input) ? (ctx: Ctx) => preparation.prepare(ctx, input) : null;
    if (!claim) await prepareCall?.(ctx);
    const text = await (claim
      ? runOnce(ctx, claim, {
          prepare: prepareCall,
          run: async (ctx) => String(await answer(ctx)),
          redact: withoutSecrets(endpoint),
        })
      : answer(ctx));
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = request.actor ?? (await authenticateDownloadForm(services, request));
    const requestCtx = createRequestCtx(services, endpoint, request, actor);
    await checkRateLimit(services, requestCtx);
    if (readsOnly(endpoint) && canReadReplica(services, actor)) {
      try {
        return await answerTo(createRequestCtx(copies, endpoint, request, actor), request, reply, {});
      } catch (error) {
        if (isRefusal(error) || reply.sent) throw error;
        // whatever fails on the replica is read again from the primary
        services.replica?.failed(error);
      }
    }
    if (!acceptsFiles(endpoint)) {
      await multipartToJson(endpoint, request);
      return answerTo(requestCtx, request, reply, {});
    }
    const uploads = await saveUploads(services, endpoint, request);
    try {
      return await answerTo(
        createRequestCtx(services, endpoint, request, actor, uploads.files),
        request,
        reply,
        uploads.digests,
      );
    } finally {
      await uploads.remove();
    }
  };
  if (!services.replica || endpoint.kind === 'list' || endpoint.kind === 'show') return answer;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await answer(request, reply);
    } finally {
      await markSessionWrite(services, request.actor);
    }
  };
}

const takesForms = ({ exports, prints }: Endpoint): boolean => exports || prints === true;

/** Registers routes; the accepted kinds of body follow from the endpoint. */
export function registerRoutes(app: FastifyInstance, services: Services, routes: readonly Route[]): void {
  const copies = services.replica ? { ...services, database: services.replica.database } : services;
  const shared: Shared = { services, copies, memory: createRecentPageCache() };
  const add = (scope: FastifyInstance, selected: readonly Route[]) => {
    for (const route of selected)
      scope.post(route.endpoint.path.replace(/\{(\w+)\}/g, ':$1'), {
        // an export form has its ticket in the body, so it is authorized after the body is read
        onRequest: async (request) => {
          if (route.endpoint.only === 'demo' && !isFromThisMachine(request)) fail('route.missing');
          request.actor =
            isFormRequest(request) && takesForms(route.endpoint)
              ? null
              : await authenticate(services, route.endpoint, request);
        },
        ...(acceptsPictures(route.endpoint) ? { bodyLimit: PICTURES_LIMIT } : {}),
        ...(route.endpoint.maxBytes === undefined ? {} : { bodyLimit: route.endpoint.maxBytes }),
        config: { takesFiles: acceptsFiles(route.endpoint) },
        handler: runner(shared, route),
      });
  };
  const exporting = routes.filter((route) => takesForms(route.endpoint));
  const uploading = routes.filter((route) => acceptsPictures(route.endpoint));
  const importing = routes.filter((route) => acceptsFiles(route.endpoint));
  add(
    app,
    routes.filter((route) => ![exporting, uploading, importing].some((special) => special.includes(route))),
  );
  app.register(async (scope) => {
    registerFormParser(scope);
    add(scope, exporting);
  });
  app.register(async (scope) => {
    await registerMultipartParser(scope);
    add(scope, uploading);
  });
  app.register(async (scope) => {
    await registerFileUploads(scope);
    add(scope, importing);
  });
}
