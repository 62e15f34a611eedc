import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_MS = 100;

export type Balancer = {
  readonly url: string;
  /** The addresses that are sent work now. */
  ready(): readonly string[];
  close(): Promise<void>;
};

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );

/**
 * A small balancer on TCP: every new connection goes to the ready address that has the fewest, and to another one where
 * that refuses it; /readyz is asked ten times a second. What breaks on the way is not asked again here.
 */
export async function balance(urls: readonly string[]): Promise<Balancer> {
  const targets = urls.map((url) => ({ url, port: Number(new URL(url).port), isReady: false, open: 0 }));
  const sockets = new Set<Socket>();
  let closed = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const enter = async (client: Socket) => {
    keep(client);
    client.pause();
    for (const target of targets.filter((one) => one.isReady).toSorted((a, b) => a.open - b.open)) {
      const inner = connect(target.port, '127.0.0.1');
      keep(inner);
      const isThere = await once(inner, 'connect').then(
        () => true,
        () => false,
      );
      if (!isThere) {
        target.isReady = false;
        continue;
      }
      target.open += 1;
      inner.on('close', () => {
        target.open -= 1;
        client.destroy();
      });
      client.on('close', () => inner.destroy());
      client.pipe(inner).pipe(client);
      return;
    }
    client.destroy();
  };

  const look = async (target: (typeof targets)[number]) => {
    target.isReady = await isReady(target.url);
  };
  await Promise.all(targets.map(look));
  // each by itself, so that one that answers slowly hides nothing of the other
  const looking = Promise.all(
    targets.map(async (target) => {
      while (!closed) {
        await sleep(CHECK_MS);
        await look(target);
      }
    }),
  );

  const server = createServer((client) => void enter(client)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    ready: () => targets.filter((one) => one.isReady).map(({ url }) => url),
    close: async () => {
      closed = true;
      const ended = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await Promise.all([ended, looking]);
    },
  };
}
