import {
  type Endpoint,
  type FailureCode,
  failures,
  formatFailure,
  pageMeta,
  pickRow,
} from '@dukkan/contract';
import * as z from 'zod';
import type { Route } from './serve.ts';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

/** Shows the parameters of a text as `{name}`. */
const PLACES: Readonly<Record<string, unknown>> = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

const COMMON: readonly FailureCode[] = [
  'request.unreadable',
  'request.invalid',
  'rate.limited',
  'service.busy',
];

function describeRefusals(endpoint: Endpoint): Json {
  const codes = new Set<FailureCode>([...COMMON, ...endpoint.fails]);
  // an invalid token is refused even where no token is needed
  codes.add('auth.unauthorized');
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
        description: list.map((code) => `\`${code}\`: ${formatFailure(code, PLACES, 'en')}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

function describeRights({ audience, permission, pick }: Endpoint): string {
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

/** Returns the body's schema without the fields that the path contains. */
function bodySchema(endpoint: Endpoint): Json {
  const { required, ...schema } = jsonSchema(endpoint.input, 'input');
  const inPath = pathNames(endpoint);
  const remainingRequired = ((required ?? []) as readonly string[]).filter((name) => !inPath.includes(name));
  return remainingRequired.length > 0 ? { ...schema, required: remainingRequired } : schema;
}

/** Returns the request bodies: JSON, and a form with the JSON in its part `data` if the endpoint accepts files. */
function requestBody(endpoint: Endpoint): Json {
  const schema = bodySchema(endpoint);
  const json = { 'application/json': { schema } };
  if (!endpoint.uploads) return json;
  const files = endpoint.uploads.map((name) => [name, { type: 'string', format: 'binary' }]);
  const properties = { data: schema, ...Object.fromEntries(files) };
  return { ...json, 'multipart/form-data': { schema: { type: 'object', properties } } };
}

/**
 * Returns the possible responses by the caller's access: the full row, the public part, or the short row of a
 * pick-list.
 */
function describeResponses(endpoint: Endpoint): Json {
  const isList = endpoint.kind === 'list';
  const shapes = [
    endpoint.output,
    endpoint.groupOutput,
    endpoint.publicOutput,
    isList && endpoint.pick ? (endpoint.pickOutput ?? pickRow) : undefined,
  ];
  const schemas = shapes
    .filter((shape) => shape !== undefined)
    .map((shape) => jsonSchema(isList ? z.array(shape) : shape, 'output'));
  const results = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  const meta = isList ? { meta: jsonSchema(endpoint.metaOutput ?? pageMeta, 'output') } : {};
  const properties = { results, ...meta };
  return { type: 'object', properties, required: Object.keys(properties) };
}

const FILES = {
  exports: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
  prints: ['application/pdf'],
} as const;

/** Returns the contents of a 200 response; with `export` also as a file. */
function responseContent(endpoint: Endpoint): Json {
  if (endpoint.kind === 'stream')
    return { 'text/event-stream': { schema: jsonSchema(endpoint.output, 'output') } };
  const types = [...(endpoint.exports ? FILES.exports : []), ...(endpoint.prints ? FILES.prints : [])];
  const files = types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
  return { 'application/json': { schema: describeResponses(endpoint) }, ...Object.fromEntries(files) };
}

const pathNames = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

function describeOperation(endpoint: Endpoint, tag: string): Json {
  const inputProperties = (jsonSchema(endpoint.input, 'input').properties ?? {}) as Record<string, Json>;
  return {
    operationId: endpoint.path.replace(/[{}]/g, '').split('/').filter(Boolean).join('_'),
    tags: [tag],
    summary: endpoint.summary,
    description: endpoint.notes
      ? `${describeRights(endpoint)}\n\n${endpoint.notes}`
      : describeRights(endpoint),
    security: endpoint.audience === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...pathNames(endpoint).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: inputProperties[name] ?? { type: 'string' },
      })),
      { name: 'branch-id', in: 'header', schema: { type: 'integer' }, description: 'Narrows to one branch.' },
      ...(endpoint.kind === 'list' || endpoint.kind === 'show'
        ? []
        : [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]),
    ],
    requestBody: { content: requestBody(endpoint) },
    responses: {
      200: { description: 'Done', content: responseContent(endpoint) },
      ...describeRefusals(endpoint),
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

/** Creates the OpenAPI 3.1 document of this process's routes from the contract. */
export function buildOpenApi(
  routes: readonly Route[],
  base: string,
  version: string,
  tagFor: (endpoint: Endpoint) => string,
) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dukkan',
      version,
      description:
        'Every call is POST with a JSON body. Success answers `{ results, meta? }`, failure `{ message, results: { message, code, params, errors, request_id } }`.',
    },
    servers: [{ url: base || '/' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
    paths: Object.fromEntries(
      routes.map(({ endpoint }) => [endpoint.path, { post: describeOperation(endpoint, tagFor(endpoint)) }]),
    ),
  };
}
