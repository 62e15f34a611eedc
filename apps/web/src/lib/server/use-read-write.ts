import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { getLocale, useLocale } from '../i18n.ts';
import { CallFailure, callApi, createIdempotencyKey } from './call.ts';
import { useBranch } from './current-branch.ts';
import { type Answer, type AnyEndpoint, findEndpointNoun, type InputOf, type ResultOf } from './endpoint.ts';
import { invalidateNouns, queryClient } from './query-cache.ts';
import { showFailureToast, showSuccessToast } from './toast.ts';

export type ReadOptions = {
  enabled?: boolean | undefined;
  /** Reloads every so many milliseconds while the page is visible, for data without events. */
  every?: number | undefined;
  /** The branch of this read, null for all; the current one by default. */
  branchId?: number | null | undefined;
  /** The names in the input that say what is read; by default ids, types and groups. */
  subject?: readonly string[] | undefined;
};

type AnyInput = Readonly<Record<string, unknown>>;

const SUBJECTS: readonly string[] = ['id', 'key', 'type', 'group', 'noun', 'perm', 'role'];
const namesSubject = (name: string): boolean =>
  SUBJECTS.includes(name) || (name.endsWith('_id') && name !== 'branch_id');

/**
 * Returns whether two inputs read the same thing, so that the data of one may stay while the other loads: another page,
 * filter or sort, but not another record, report or kind.
 */
function isSameSubject(before: AnyInput, now: AnyInput, subject: readonly string[] | undefined): boolean {
  const names = subject ?? Object.keys({ ...before, ...now }).filter(namesSubject);
  return names.every((name) => JSON.stringify(before[name]) === JSON.stringify(now[name]));
}

const readQuery = <E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  branch: number | null,
  locale: string,
) =>
  queryOptions<Answer<E>, CallFailure>({
    queryKey: [findEndpointNoun(endpoint), endpoint.path, branch, input, locale],
    queryFn: ({ signal }) => callApi(endpoint, input, { signal, branchId: branch }),
  });

export type ReadResult<E extends AnyEndpoint> = UseQueryResult<Answer<E>, CallFailure> & {
  results: Answer<E>['results'] | undefined;
  meta: Answer<E>['meta'] | undefined;
  failure: CallFailure | null;
};

/**
 * Reads through the cache and stays current: writes and live events of the noun reload it. Old data stays while new
 * data of the same subject loads (`isFetching`, `isPlaceholderData`); data of another record or report never does.
 */
export function useRead<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions = {},
): ReadResult<E> {
  const chosen = useBranch();
  const query = useQuery<Answer<E>, CallFailure>({
    ...readQuery(endpoint, input, options.branchId === undefined ? chosen : options.branchId, useLocale()),
    placeholderData: ((data: Answer<E> | undefined, before?: { queryKey: readonly unknown[] }) =>
      before?.queryKey[1] === endpoint.path &&
      isSameSubject(before.queryKey[3] as AnyInput, input as AnyInput, options.subject)
        ? data
        : undefined) as never,
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
  });
  return { ...query, results: query.data?.results, meta: query.data?.meta, failure: query.error };
}

/** Reads with several inputs at once, through the same cache as `useRead`. */
export function useReads<E extends AnyEndpoint>(
  endpoint: E,
  inputs: readonly InputOf<E>[],
): readonly UseQueryResult<Answer<E>, CallFailure>[] {
  const branch = useBranch();
  const locale = useLocale();
  return useQueries({ queries: inputs.map((input) => readQuery(endpoint, input, branch, locale)) });
}

/** Reads once outside of a component (pick-lists, the command palette); a fresh answer comes from the cache. */
export function readOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  branch: number | null,
): Promise<Answer<E>> {
  return queryClient.fetchQuery(readQuery(endpoint, input, branch, getLocale()));
}

export type WriteOptions<E extends AnyEndpoint> = {
  /** The translated text of the success toast. */
  success?: string | ((results: ResultOf<E>) => string) | undefined;
  /** Translated; precedes the server's message in the red toast. */
  prefix?: string | undefined;
  onSuccess?: ((results: ResultOf<E>, input: InputOf<E>) => void) | undefined;
  /** Called after a refusal; a caller that shows the message itself sets `silent`. */
  onFailure?: ((failure: CallFailure) => void) | undefined;
  /** Shows no toast for refusals; the caller shows them. */
  silent?: boolean | undefined;
  /** The caller is a form that shows `failure.errors` on its fields, so those need no toast. */
  form?: boolean | undefined;
};

export type WriteResult<E extends AnyEndpoint> = {
  /**
   * Resolves to the result, or undefined when the write failed (see `failure`) or another submit is running. `named` is
   * the caller's own idempotency key, for a write that could also be sent from elsewhere.
   */
  submit: (input: InputOf<E>, branchId?: number | null, named?: string) => Promise<ResultOf<E> | undefined>;
  busy: boolean;
  failure: CallFailure | null;
  /** Clears the last failure. */
  reset: () => void;
};

/**
 * Sends writes, one at a time, so that a double click writes once. A repeat of the same content after a missing
 * answer reuses the idempotency key.
 */
export function useWrite<E extends AnyEndpoint>(endpoint: E, options: WriteOptions<E> = {}): WriteResult<E> {
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
      const key = repeated ?? named ?? createIdempotencyKey();
      unanswered.current = { content, key };
      try {
        const { results } = await callApi(endpoint, input, { idempotencyKey: key, branchId });
        unanswered.current = null;
        setState({ busy: false, failure: null });
        handleSuccess(endpoint, results as ResultOf<E>, input, latest.current);
        return results as ResultOf<E>;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        // after a refusal, the same content may be sent again with a new key
        if (!error.isOutcomeUnknown) unanswered.current = null;
        setState({ busy: false, failure: error });
        const { silent, form, prefix, onFailure } = latest.current;
        onFailure?.(error);
        if (!silent && !(form && Object.keys(error.errors).length > 0)) showFailureToast(error, prefix);
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

function handleSuccess<E extends AnyEndpoint>(
  endpoint: E,
  results: ResultOf<E>,
  input: InputOf<E>,
  { success, onSuccess }: WriteOptions<E>,
): void {
  invalidateNouns(endpoint.invalidates);
  if (success) showSuccessToast(typeof success === 'string' ? success : success(results));
  onSuccess?.(results, input);
}
