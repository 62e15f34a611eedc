import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ env: { REQUEST_SECONDS: '1', UPLOAD_SECONDS: '9', ROLE: 'api' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const EDGE = 'the-edge-between-parts';
const FILE = `barcode;name\n${Array.from({ length: 8 }, (_, at) => `A${at};Name ${at}`).join('\n')}\n`;
const BODY = `--${EDGE}\r\ncontent-disposition: form-data; name="file"; filename="slow.csv"\r\ncontent-type: text/csv\r\n\r\n${FILE}\r\n--${EDGE}--\r\n`;

/** Sends the file in ten pieces over so many seconds; answers the status, 0 where the connection was cut without one. */
const dribble = (path: string, seconds: number) =>
  new Promise<number>((done) => {
    const call = request(app.url + path, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': `multipart/form-data; boundary=${EDGE}`,
        'content-length': Buffer.byteLength(BODY),
      },
    });
    let status = 0;
    call.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    call.on('error', () => done(status));
    call.on('close', () => done(status));
    const send = async () => {
      const part = Math.ceil(BODY.length / 10);
      for (let at = 0; at < BODY.length && !call.destroyed; at += part) {
        call.write(BODY.slice(at, at + part));
        await sleep(seconds * 100);
      }
      if (!call.destroyed) call.end();
    };
    void send();
  });

it('P20 a file upload may be slow within a limit, and any other slow request is cut', async () => {
  const [file, endless, other] = await Promise.all([
    dribble(api.productImport.start.path, 2),
    dribble(api.productImport.start.path, 20),
    dribble(api.brand.save.path, 20),
  ]);
  expect([file, endless, other]).toEqual([200, 408, 408]);
}, 60_000);
