import { createContext, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { FieldSpec } from '../../lib/fact.ts';
import {
  changedFields,
  pick,
  type SaveEndpoint,
  type Stored,
  toInput,
  type Values,
} from '../../lib/form/form-values.ts';
import { saveDraft } from '../../lib/form/saved-draft.ts';
import { loadSchemas, resolverOf } from '../../lib/form/schema-resolver.ts';
import { useLocale } from '../../lib/i18n.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import type { InputOf, ResultOf } from '../../lib/server/endpoint.ts';
import { toastFailure, toastSuccess } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { showWaysOut } from '../../lib/ways-out.ts';

export type DraftOptions<E extends SaveEndpoint, R extends Stored> = {
  /** What the form, its summary and its comparison of versions call the fields. */
  facts: Readonly<Record<string, FieldSpec>>;
  /** What is edited; null for a new one. */
  record: R | null;
  /** The form's values out of a record, or those of a new one. Every field of the form is in it. */
  defaults: (record: R | null) => { [K in keyof InputOf<E>]?: InputOf<E>[K] | '' | null };
  /** The fields that must be filled because of other values: an e-mail where there is no phone. */
  needs?: (values: Values) => readonly string[];
  /** Reads the record as it is now, for a save that came too late (409 `record.stale`). */
  read?: () => Promise<R>;
  /** The green toast's text; a function where it depends on how the form was sent. */
  success: string | (() => string);
  onSaved: (result: ResultOf<E>) => void;
  /** Keeps what is typed on this device under this name until it is saved. */
  keep?: string;
  /** For a record that a save names otherwise than by `id` and `version`. */
  recordKey?: { place: (record: R) => object; record: (result: ResultOf<E>) => R };
  /** Sends the input in the screen's own way, in several saves for instance; `save` is one of them. */
  send?: (
    input: InputOf<E>,
    save: (input: InputOf<E>) => Promise<ResultOf<E> | undefined>,
  ) => Promise<SaveOutcome<E>>;
  /** Told of a refusal; true where the screen says it in its own way, so that no toast does. */
  onRefused?: (failure: CallFailure) => boolean | undefined;
};

/** What came of it: the last answer, if there was one, and the values that are still to be saved. */
export type SaveOutcome<E extends SaveEndpoint> = {
  result: ResultOf<E> | undefined;
  left?: Values | undefined;
};

export type Draft = {
  readonly form: UseFormReturn<Values>;
  readonly facts: Readonly<Record<string, FieldSpec>>;
  readonly record: Stored | null;
  readonly keep: string | undefined;
  readonly busy: boolean;
  /** What is saved of the form's fields: the start, or the last answer. */
  readonly saved: () => Values;
  /** The names of the fields that a save would send. */
  readonly changed: () => string[];
  /** Another person's values, when a save came too late. */
  readonly theirs: Values | null;
  /** Checks and sends; on failure the errors stand on the fields. */
  submit(): Promise<void>;
  /** Back to what is saved. */
  discard(): void;
  /** Goes on from their version with one's own values by field name, and sends; null closes the question. */
  settle(mine: Values | null): void;
};

/** The draft of the form around; its record carries what is shown beside the values (an image's address). */
export const DraftContext = createContext<Draft | null>(null);

/**
 * A form over a save endpoint: its schema checks, only changed fields are sent with the version they were read
 * at, refusals land on their fields, and a save that came too late becomes a question instead of a loss.
 */
export function useDraft<E extends SaveEndpoint, R extends Stored>(
  endpoint: E,
  options: DraftOptions<E, R>,
): Draft {
  const { facts, keep } = options;
  const locale = useLocale();
  const [base, setBase] = useState({
    record: options.record,
    values: options.defaults(options.record) as Values,
  });
  const now = useRef(base);
  const [theirs, setTheirs] = useState<R | null>(null);
  const refused = (failure: CallFailure) => {
    const errors = Object.entries(failure.errors);
    for (const [path, texts] of errors) {
      form.setError(path, { type: 'server', message: texts[0] ?? failure.message });
    }
    const told = options.onRefused?.(failure) === true || showWaysOut(failure, now.current.record?.id);
    if (failure.code === 'record.stale' && options.read) options.read().then(setTheirs, toastFailure);
    else if (errors.length === 0 && !told) toastFailure(failure);
  };
  // what is said depends on the refusal, so it is said here
  const write = useWrite(endpoint, { silent: true, onFailure: refused });

  const form = useForm<Values>({
    defaultValues: base.values,
    mode: 'onBlur',
    shouldFocusError: false,
    resolver: resolverOf(
      endpoint,
      locale,
      (name, values) =>
        now.current.record === null || changedFields(values, now.current.values).includes(name),
      options.needs,
    ),
  });
  // there when the first field is left; where they are not, the check asks again
  useEffect(() => void loadSchemas().catch(() => undefined), []);
  const changed = () => changedFields(form.getValues(), now.current.values);
  const rest = (record: R | null, values?: Values) => {
    now.current = { record, values: options.defaults(record) as Values };
    setBase(now.current);
    form.reset(now.current.values);
    for (const [name, value] of Object.entries(values ?? {}))
      form.setValue(name, value, { shouldDirty: true });
  };

  // a newer version arrived while nothing was typed: show it; otherwise the save will ask
  const { record } = options;
  const follow = useRef(rest);
  follow.current = rest;
  const version = record?.version;
  useEffect(() => {
    if (version === undefined || version <= (now.current.record?.version ?? 0)) return;
    if (changedFields(form.getValues(), now.current.values).length === 0) follow.current(record);
  }, [version, record, form]);

  const submit = () =>
    form.handleSubmit(async (values) => {
      const stored = now.current.record;
      const names = stored ? changedFields(values, now.current.values) : Object.keys(values);
      if (names.length === 0) return;
      const place = stored
        ? (options.recordKey?.place(stored) ?? { id: stored.id, version: stored.version })
        : {};
      const input = toInput<E>({ ...pick(values, names), ...place });
      const { result, left } = options.send
        ? await options.send(input, write.submit)
        : { result: await write.submit(input) };
      if (result === undefined) return;
      if (keep) saveDraft(keep, null);
      // what was saved is no longer a change, so leaving asks nothing
      rest(options.recordKey ? options.recordKey.record(result) : (result as R), left);
      if (left) return;
      toastSuccess(typeof options.success === 'string' ? options.success : options.success());
      options.onSaved(result);
    })();

  return {
    form,
    facts,
    keep,
    record: base.record,
    busy: write.busy,
    saved: () => now.current.values,
    changed,
    theirs: theirs ? (options.defaults(theirs) as Values) : null,
    submit,
    discard: () => {
      if (keep) saveDraft(keep, null);
      rest(now.current.record);
    },
    settle: (mine) => {
      const next = theirs;
      setTheirs(null);
      if (!mine || !next) return;
      rest(next, mine);
      void submit();
    },
  };
}
