import { NOUNS } from '@dukkan/contract';

export type Heard = { readonly id: number | null; readonly event: string; readonly data: { id?: number } };

export type Listening = {
  /** All that was told so far, in its order. */
  readonly heard: readonly Heard[];
  /** The bytes as they came. */
  text(): string;
  /** Of which orders something was told, each once. */
  orders(): number[];
  /** Resolves when nothing more will be told on this stream. */
  readonly ended: Promise<void>;
  stop(): void;
};

/** Opens the stream of live events as an app would, and keeps what is told. */
export async function listenTo(
  url: string,
  token: string,
  body: { topics?: readonly string[]; last_id?: number } = {},
): Promise<Listening> {
  const end = new AbortController();
  const answer = await fetch(`${url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ topics: NOUNS, ...body }),
    signal: end.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(await answer.text());
  const heard: Heard[] = [];
  let text = '';
  let read = 0;
  const decoder = new TextDecoder();
  const take = () => {
    for (let to = text.indexOf('\n\n', read); to >= 0; to = text.indexOf('\n\n', read)) {
      const lines = text.slice(read, to).split('\n');
      read = to + 2;
      const said = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = said('event');
      if (event)
        heard.push({
          event,
          id: said('id') ? Number(said('id')) : null,
          data: JSON.parse(said('data') ?? '{}'),
        });
    }
  };
  const ended = (async () => {
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true });
      take();
    }
  })().catch(() => undefined);
  return {
    heard,
    ended,
    text: () => text,
    orders: () => [
      ...new Set(heard.flatMap(({ event, data }) => (event === 'order' && data.id ? [data.id] : []))),
    ],
    stop: () => end.abort(),
  };
}
