import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { i18n, useLocale } from '../i18n.ts';
import { CallFailure, call, newIdempotencyKey } from './call.ts';
import { useBranch } from './current-branch.ts';
import { type Answer, type AnyEndpoint, type InputOf, nounOf, type ResultOf } from './endpoint.ts';
import { invalidateNouns, queryClient } from './query-cache.ts';
import { toastFailure, toastSuccess } from './toast.ts';

export type ReadOptions = {
  enabled?: boolean | undefined;
  /** Reads again every so many milliseconds while the page is in view; for what no event tells of. */
  every?: number | undefined;
  /** Of this branch; absent means the one that is chosen. */
  branchId?: number | undefined;
};

const readQuery = <E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  branch: number | null,
  locale: string,
) =>
  queryOptions<Answer<E>, CallFailure>({
    queryKey: [nounOf(endpoint), endpoint.path, branch, input, locale],
    queryFn: ({ signal }) => call(endpoint, input, { signal, branchId: branch }),
  });

export type Read<E extends AnyEndpoint> = UseQueryResult<Answer<E>, CallFailure> & {
  results: Answer<E>['results'] | undefined;
  meta: Answer<E>['meta'] | undefined;
  failure: CallFailure | null;
};

/**
 * Reads through the cache and stays current: writes and live events that touch the noun read it again. The old
 * rows stay while new ones are fetched (`isFetching`, `isPlaceholderData`).
 */
export function useRead<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions = {},
): Read<E> {
  const chosen = useBranch();
  const query = useQuery<Answer<E>, CallFailure>({
    ...readQuery(endpoint, input, options.branchId ?? chosen, useLocale()),
    placeholderData: keepPreviousData as never,
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
  });
  return { ...query, results: query.data?.results, meta: query.data?.meta, failure: query.error };
}

/** The same read once, outside drawing (pick-lists, the command palette); fresh answers come from the cache. */
export function readOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  branch: number | null,
): Promise<Answer<E>> {
  return queryClient.fetchQuery(readQuery(endpoint, input, branch, i18n.language));
}

export type WriteOptions<E extends AnyEndpoint> = {
  /** The green toast's text, translated. */
  success?: string | ((results: ResultOf<E>) => string) | undefined;
  /** Stands before the server's message in the red toast, translated. */
  prefix?: string | undefined;
  onSuccess?: ((results: ResultOf<E>, input: InputOf<E>) => void) | undefined;
  /** Called with a refusal; a caller that words refusals itself sets `silent`. */
  onFailure?: ((failure: CallFailure) => void) | undefined;
  /** No toast at all: the caller says it. */
  silent?: boolean | undefined;
  /** The caller is a form that shows `failure.errors` on its fields: such a failure needs no toast. */
  form?: boolean | undefined;
};

export type Write<E extends AnyEndpoint> = {
  /**
   * Answers the result, or undefined when it failed (see `failure`) or when one is already under way. `named` is a key of
   * the caller's, where the same may be sent from elsewhere too.
   */
  submit: (input: InputOf<E>, branchId?: number | null, named?: string) => Promise<ResultOf<E> | undefined>;
  busy: boolean;
  failure: CallFailure | null;
  /** Forgets the last failure. */
  reset: () => void;
};

/**
 * Writes. One submit at a time, so a double click is one write; a submit of the same content after an answer
 * that never came repeats the idempotency key (promises P3, O9).
 */
export function useWrite<E extends AnyEndpoint>(endpoint: E, options: WriteOptions<E> = {}): Write<E> {
  const [state, setState] = useState<{ busy: boolean; failure: CallFailure | null }>({
    busy: false,
    failure: null,
  });
  const latest = useRef(options);
  latest.current = options;
  const running = useRef(false);
  const unanswered = useRef<{ content: string; key: string } | null>(null);

  const submit = useCallback(
    async (input: InputOf<E>, branchId?: number | null, named?: string) => {
      if (running.current) return undefined;
      running.current = true;
      setState({ busy: true, failure: null });
      const content = JSON.stringify([input, branchId]);
      const repeated = unanswered.current?.content === content ? unanswered.current.key : undefined;
      const key = repeated ?? named ?? newIdempotencyKey();
      unanswered.current = { content, key };
      try {
        const { results } = await call(endpoint, input, { idempotencyKey: key, branchId });
        unanswered.current = null;
        setState({ busy: false, failure: null });
        succeeded(endpoint, results as ResultOf<E>, input, latest.current);
        return results as ResultOf<E>;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        // a refusal is an answer and frees the key; silence and a broken server are not
        if (!error.network && error.status < 500) unanswered.current = null;
        setState({ busy: false, failure: error });
        const { silent, form, prefix, onFailure } = latest.current;
        onFailure?.(error);
        if (!silent && !(form && Object.keys(error.errors).length > 0)) toastFailure(error, prefix);
        return undefined;
      } finally {
        running.current = false;
      }
    },
    [endpoint],
  );

  const reset = useCallback(() => setState((now) => ({ ...now, failure: null })), []);
  return { submit, busy: state.busy, failure: state.failure, reset };
}

function succeeded<E extends AnyEndpoint>(
  endpoint: E,
  results: ResultOf<E>,
  input: InputOf<E>,
  { success, onSuccess }: WriteOptions<E>,
): void {
  invalidateNouns(endpoint.invalidates);
  if (success) toastSuccess(typeof success === 'string' ? success : success(results));
  onSuccess?.(results, input);
}
