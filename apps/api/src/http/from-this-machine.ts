import type { FastifyRequest } from 'fastify';

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Headers that proxies, tunnels and content networks add to what they pass on. */
const PROXY_HEADERS =
  /^(forwarded|via|client-ip|x-(forwarded|real|client|cluster|original|proxy|envoy|amzn|azure|appengine)(-.*)?|true-client-ip|(cf|fastly|fly|tailscale|ngrok|akamai|cdn)-.*)$/;

/**
 * True for a request that a program on this machine sent to this machine's own name. A request that a proxy passes on
 * names the public host, comes from a page of it, has a proxy's headers, or is HTTP/1.0, as plain nginx sends it.
 * Rule: docs/operations.md#demo
 */
export function isFromThisMachine({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESSES.has(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    LOOPBACK_ORIGIN.test(headers.origin ?? 'http://localhost') &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  );
}
