import { type Endpoint, type FailureCode, failures, failureText, pageMeta } from '@dukkan/contract';
import * as z from 'zod';
import type { Route } from './serve.ts';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const COMMON: readonly FailureCode[] = [
  'request.unreadable',
  'request.invalid',
  'rate.limited',
  'service.busy',
];

function refusals(endpoint: Endpoint): Json {
  const codes = new Set<FailureCode>([...COMMON, ...endpoint.fails]);
  if (endpoint.audience !== 'public') codes.add('auth.unauthorized');
  if (endpoint.permission && (endpoint.audience === 'staff' || endpoint.audience === 'customer'))
    codes.add('permission.denied');
  const byStatus = new Map<number, FailureCode[]>();
  for (const code of codes) {
    const { status } = failures[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `\`${code}\`: ${failureText(code, {}, 'en')}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

function rights({ audience, permission, pick }: Endpoint): string {
  const resources = permission
    ? [permission.resource].flat().map((name) => `\`${name}.${permission.action}\``)
    : [];
  const needs = resources.length > 0 ? ` Full rows need ${resources.join(' or ')}.` : '';
  const picks = pick ? ` Pick-list rows for holders of ${pick.map((name) => `\`${name}\``).join(', ')}.` : '';
  const who = {
    public: 'Anyone.',
    account: 'Any signed-in account.',
    customer: 'Customers, for what is their own, and staff.',
    staff: 'Staff.',
  }[audience];
  return who + needs + picks;
}

/** JSON; where files come along, also a form of them with the JSON in its part `data` (decisions 0.1). */
function bodies(endpoint: Endpoint): Json {
  const schema = jsonSchema(endpoint.input, 'input');
  const json = { 'application/json': { schema } };
  if (!endpoint.uploads) return json;
  const files = endpoint.uploads.map((name) => [name, { type: 'string', format: 'binary' }]);
  const properties = { data: schema, ...Object.fromEntries(files) };
  return { ...json, 'multipart/form-data': { schema: { type: 'object', properties } } };
}

function operation(endpoint: Endpoint, tag: string): Json {
  const isList = endpoint.kind === 'list';
  const results = isList ? z.array(endpoint.output) : endpoint.output;
  const envelope = z.object(isList ? { results, meta: pageMeta } : { results });
  const ids = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const isStream = endpoint.kind === 'stream';
  return {
    operationId: endpoint.path.replace(/[{}]/g, '').split('/').filter(Boolean).join('_'),
    tags: [tag],
    summary: endpoint.summary,
    description: endpoint.notes ? `${rights(endpoint)}\n\n${endpoint.notes}` : rights(endpoint),
    security: endpoint.audience === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...ids.map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } })),
      { name: 'branch-id', in: 'header', schema: { type: 'integer' }, description: 'Narrows to one branch.' },
      ...(endpoint.kind === 'list' || endpoint.kind === 'show'
        ? []
        : [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]),
    ],
    requestBody: { content: bodies(endpoint) },
    responses: {
      200: {
        description: 'Done',
        content: isStream
          ? { 'text/event-stream': { schema: jsonSchema(endpoint.output, 'output') } }
          : { 'application/json': { schema: jsonSchema(envelope, 'output') } },
      },
      ...refusals(endpoint),
    },
  };
}

const failureSchema: Json = {
  type: 'object',
  required: ['message', 'results'],
  properties: {
    message: { type: 'string' },
    results: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        code: { type: 'string', enum: Object.keys(failures) },
        params: { type: 'object' },
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        request_id: { type: 'string' },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the routes that this process serves, made from the contract alone. */
export function openapi(
  routes: readonly Route[],
  base: string,
  version: string,
  tagOf: (endpoint: Endpoint) => string,
) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dukkan',
      version,
      description:
        'Every call is POST with a JSON body. Success answers `{ results, meta? }`, failure `{ message, results: { message, code, params, errors } }`.',
    },
    servers: [{ url: base || '/' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
    paths: Object.fromEntries(
      routes.map(({ endpoint }) => [endpoint.path, { post: operation(endpoint, tagOf(endpoint)) }]),
    ),
  };
}
