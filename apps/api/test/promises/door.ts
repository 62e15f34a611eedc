import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP door before PostgreSQL: shut it and nobody is there, hold it and nothing comes through. */
export type Door = {
  readonly port: number;
  /** As if the machine were gone: open connections are cut, new ones refused. */
  shut(): Promise<void>;
  /** Leads to this port from now on. */
  open(port: number): Promise<void>;
  /** Accepts everything and passes nothing on, as a frozen machine does. */
  hold(isHeld: boolean): void;
  /** Each thing that is asked comes through so many milliseconds later; 0: at once. */
  slow(ms: number): void;
  /** Of the next so many commits the database hears, but not who asked: the line is cut behind each answer. */
  loseCommits(count: number): void;
  /** How many answers of commits were lost so far. */
  readonly lost: () => number;
  close(): Promise<void>;
};

export async function makeDoor(target: number): Promise<Door> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let behind = target;
  let held = false;
  let lag = 0;
  let losing = 0;
  let lost = 0;
  let server: Server;

  const enter = (client: Socket) => {
    const inner = connect(behind, '127.0.0.1');
    const pair = [client, inner] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      inner.destroy();
    };
    for (const socket of pair) socket.on('close', end).on('error', end);
    const late = new Transform({
      transform: (chunk: Buffer, _, done) => {
        if (lag > 0) setTimeout(done, lag, null, chunk);
        else done(null, chunk);
      },
    });
    const answerStream = new Transform({
      transform: (answer: Buffer, _, done) => {
        // the database says so once it is done
        if (losing === 0 || !answer.includes('COMMIT\0')) return done(null, answer);
        losing -= 1;
        lost += 1;
        end();
      },
    });
    client.pipe(late).pipe(inner);
    inner.pipe(answerStream).pipe(client);
    if (held) for (const socket of pair) socket.pause();
  };
  const listen = async (port: number) => {
    server = createServer(enter).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const port = await listen(0);
  const shut = async () => {
    const closed = new Promise((done) => server.close(done));
    for (const [client, inner] of [...pairs]) {
      client.destroy();
      inner.destroy();
    }
    await closed;
  };
  return {
    port,
    shut,
    open: async (next) => {
      behind = next;
      if (!server.listening) await listen(port);
    },
    hold: (isHeld) => {
      held = isHeld;
      for (const socket of [...pairs].flat()) {
        if (isHeld) socket.pause();
        else socket.resume();
      }
    },
    slow: (ms) => {
      lag = ms;
    },
    loseCommits: (count) => {
      losing = count;
    },
    lost: () => lost,
    close: shut,
  };
}
