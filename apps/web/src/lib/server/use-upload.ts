import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailure, newIdempotencyKey, uploadCall } from './call.ts';
import type { AnyEndpoint, InputOf, ResultOf } from './endpoint.ts';
import { invalidateNouns } from './query-cache.ts';

type Uploading = AnyEndpoint & { readonly uploads: readonly string[] };
type Files<E extends Uploading> = Readonly<Partial<Record<E['uploads'][number], File | null>>>;

type State = { share: number | null; failure: CallFailure | null };

/** What makes two uploads the same: the input, and each file by its name, size and date. */
const contentOf = (path: string, input: unknown, files: Readonly<Record<string, File | null>>): string =>
  JSON.stringify([
    path,
    input,
    ...Object.entries(files).map(([part, file]) => [part, file?.name, file?.size, file?.lastModified]),
  ]);

/**
 * Uploads files. One at a time; the same content after an answer that never came repeats the idempotency key
 * (promise P3); leaving the page stops it. `share` is how much is sent, 0 to 1, null while nothing is.
 */
export function useUpload() {
  const [state, setState] = useState<State>({ share: null, failure: null });
  const running = useRef<AbortController | null>(null);
  const unanswered = useRef<{ content: string; key: string } | null>(null);

  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const submit = useCallback(
    async <E extends Uploading>(
      endpoint: E,
      input: InputOf<E>,
      files: Files<E>,
    ): Promise<ResultOf<E> | undefined> => {
      if (running.current) return undefined;
      const control = new AbortController();
      running.current = control;
      const content = contentOf(endpoint.path, input, files as Record<string, File | null>);
      const key = unanswered.current?.content === content ? unanswered.current.key : newIdempotencyKey();
      unanswered.current = { content, key };
      setState({ share: 0, failure: null });
      try {
        const { results } = await uploadCall(endpoint, input, files, {
          idempotencyKey: key,
          signal: control.signal,
          onSent: (share) => setState({ share, failure: null }),
        });
        unanswered.current = null;
        setState({ share: null, failure: null });
        invalidateNouns(endpoint.invalidates);
        return results as ResultOf<E>;
      } catch (error) {
        const failure = error instanceof CallFailure ? error : null;
        if (!failure && !control.signal.aborted) throw error;
        // a refusal is an answer and frees the key; silence and a broken server are not
        if (failure && !failure.network && failure.status < 500) unanswered.current = null;
        setState({ share: null, failure });
        return undefined;
      } finally {
        running.current = null;
      }
    },
    [],
  );

  const reset = useCallback(() => setState((now) => ({ ...now, failure: null })), []);
  /** The same as `busy`, as of this very moment: what follows an answer must not find it still under way. */
  const isRunning = useCallback(() => running.current !== null, []);
  return { submit, stop, reset, isRunning, ...state, busy: state.share !== null };
}
