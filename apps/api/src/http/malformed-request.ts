import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type FailureCode } from '@dukkan/contract';
import { buildFailureBody, toFailureInfo } from './failures.ts';

const CODES: Readonly<Record<string, FailureCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.too_large',
};

/**
 * Answers malformed HTTP and requests that never end with the usual failure body; no request object exists for them.
 */
export function replyMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const failure = new Failure(CODES[error.code ?? ''] ?? 'request.unreadable');
    const body = JSON.stringify(
      buildFailureBody(failure, toFailureInfo(failure), 'en', randomUUID(), undefined),
    );
    socket.write(
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nconnection: close\r\n` +
        'content-type: application/json; charset=utf-8\r\n' +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}
