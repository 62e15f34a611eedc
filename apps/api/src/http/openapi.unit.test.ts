import { api, type Endpoint } from '@dukkan/contract';
import { expect, test } from 'vitest';
import { buildOpenApi } from './openapi.ts';

const all = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);
const routes = all.map((endpoint) => ({ endpoint, handler: async () => null }));
const document = JSON.parse(JSON.stringify(buildOpenApi(routes, '', '1', () => 'noun')));
const postOf = ({ path }: Endpoint) => document.paths[path].post;
const bodyOf = (endpoint: Endpoint) => postOf(endpoint).requestBody.content['application/json'].schema;

test('the OpenAPI document does not repeat a path parameter in the body', () => {
  const named = all.filter(({ path }) => path.includes('{id}'));
  expect(named.length).toBeGreaterThan(20);
  for (const endpoint of named) expect(bodyOf(endpoint).required ?? [], endpoint.path).not.toContain('id');
  expect(bodyOf(api.order.make).required).toContain('cart');
});

test('path parameters in the OpenAPI document have the type that the call takes', () => {
  const kindOf = (endpoint: Endpoint) =>
    postOf(endpoint).parameters.find((parameter: { in: string }) => parameter.in === 'path').schema;
  expect(kindOf(api.product.show)).toMatchObject({ type: 'integer', minimum: 1 });
  expect(kindOf(api.product.barcode)).toEqual({
    anyOf: [expect.objectContaining({ type: 'integer' }), { type: 'string' }],
  });
});

test('the OpenAPI document lists every refusal with its fields and a text', () => {
  const texts = all.flatMap((endpoint) =>
    Object.entries(postOf(endpoint).responses)
      .filter(([status]) => status !== '200')
      .map(([, response]) => (response as { description: string }).description),
  );
  expect(texts.join('\n')).toContain('{seconds}');
  expect(texts.filter((text) => /\s{2}\S|\s\.$|\s\.\n/.test(text.replaceAll('\n\n', '\n')))).toEqual([]);
});

test('the OpenAPI document says which fields a list answers to staff and to the public, and in which file formats', () => {
  const { content } = postOf(api.brand.list).responses['200'];
  expect(Object.keys(content)).toEqual([
    'application/json',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
  ]);
  const [whole, open] = content['application/json'].schema.properties.results.anyOf;
  expect(whole.items.required).toContain('version');
  expect(open.items.required).not.toContain('version');
  expect(Object.keys(postOf(api.order.show).responses['200'].content)).toContain('application/pdf');
});
