import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailure, createIdempotencyKey, uploadToApi } from './call.ts';
import type { AnyEndpoint, InputOf, ResultOf } from './endpoint.ts';
import { invalidateNouns } from './query-cache.ts';

type Uploading = AnyEndpoint & { readonly uploads: readonly string[] };
type Files<E extends Uploading> = Readonly<Partial<Record<E['uploads'][number], File | null>>>;

type State = { share: number | null; failure: CallFailure | null };

/** Identifies an upload: its input, and each file by name, size and date. */
const uploadKey = (path: string, input: unknown, files: Readonly<Record<string, File | null>>): string =>
  JSON.stringify([
    path,
    input,
    ...Object.entries(files).map(([part, file]) => [part, file?.name, file?.size, file?.lastModified]),
  ]);

/**
 * Uploads files, one upload at a time. A repeat of the same content after a missing answer reuses the idempotency
 * key. Leaving the page stops it. `share` is the sent part, 0 to 1, null while nothing is being sent.
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
      const content = uploadKey(endpoint.path, input, files as Record<string, File | null>);
      const key = unanswered.current?.content === content ? unanswered.current.key : createIdempotencyKey();
      unanswered.current = { content, key };
      setState({ share: 0, failure: null });
      try {
        const { results } = await uploadToApi(endpoint, input, files, {
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
        // a refusal is an answer and frees the key; a missing answer or a server error does not
        if (failure && !failure.isOutcomeUnknown) unanswered.current = null;
        setState({ share: null, failure });
        return undefined;
      } finally {
        running.current = null;
      }
    },
    [],
  );

  const reset = useCallback(() => setState((current) => ({ ...current, failure: null })), []);
  /** `busy` without waiting for a render, for code that runs right after an answer */
  const isRunning = useCallback(() => running.current !== null, []);
  return { submit, stop, reset, isRunning, ...state, busy: state.share !== null };
}
