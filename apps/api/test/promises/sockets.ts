import { connect, type Socket } from 'node:net';

export type Conversation = {
  readonly socket: Socket;
  /** Everything the server said so far. */
  heard(): string;
  /** Milliseconds until the server closed, or null where it had not within `ms`. */
  closedWithin(ms: number): Promise<number | null>;
};

/** Opens a plain socket, so that anything at all can be said to the server. */
export function dial(url: string): Promise<Conversation> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  const from = performance.now();
  socket.on('data', (part) => {
    heard += part;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((done) => socket.on('close', () => done(performance.now() - from)));
  return new Promise((done) => {
    socket.once('connect', () =>
      done({
        socket,
        heard: () => heard,
        closedWithin: (ms) =>
          Promise.race([closed, new Promise<null>((late) => setTimeout(late, ms, null).unref())]),
      }),
    );
    socket.once('error', () => done({ socket, heard: () => heard, closedWithin: async () => 0 }));
  });
}

/** Says something and hears the whole answer: until the server closes, or says nothing more for a while. */
export async function say(url: string, text: string, silence = 400): Promise<string> {
  const { socket, heard, closedWithin } = await dial(url);
  socket.write(Buffer.from(text, 'latin1'));
  for (let patience = 10; patience > 0; patience -= 1) {
    const before = heard().length;
    if ((await closedWithin(silence)) !== null) break;
    if (heard() !== '' && heard().length === before) break;
  }
  socket.destroy();
  return heard();
}
