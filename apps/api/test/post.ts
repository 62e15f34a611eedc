import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

/**
 * Posts JSON over the connections of an agent, which stay open; without a body nothing is sent.
 * @throws the connection's error where nobody answers
 */
export function post(
  agent: Agent,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const said = body === undefined ? null : JSON.stringify(body);
  const type = said === null ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { ...type, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    call.on('error', reject);
    call.end(said ?? '');
  });
}
