import { createContext, useEffect, useId, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { FieldSpec } from '../../lib/fact.ts';
import {
  findChangedFields,
  findTypedSince,
  pickValues,
  type SaveEndpoint,
  toInput,
  type Values,
  type VersionedRecord,
} from '../../lib/form/form-values.ts';
import { saveDraft } from '../../lib/form/saved-draft.ts';
import { createSchemaResolver, loadContractSchemas } from '../../lib/form/schema-resolver.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import type { InputOf, ResultOf } from '../../lib/server/endpoint.ts';
import { closeToast, showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { openInUseDialog } from '../../lib/ways-out.ts';

/** The text of the success toast; a function of the answer, or null when the screen shows its own. */
type SuccessText<E extends SaveEndpoint> = string | null | ((result: ResultOf<E>) => string);

/** An answer by whose title or name the toast calls what was saved. */
type NamedResult = { readonly title: string } | { readonly name: string };

export type DraftOptions<E extends SaveEndpoint, R extends VersionedRecord> = {
  /** The fields by name, for the form, its error summary and its comparison of versions. */
  facts: Readonly<Record<string, FieldSpec>>;
  /** The record being edited; null for a new one. */
  record: R | null;
  /** The form's values for a record or a new one; every field of the form must be included. */
  defaults: (record: R | null) => { [K in keyof InputOf<E>]?: InputOf<E>[K] | '' | null };
  /** The fields that other values make required, such as an e-mail where there is no phone. */
  needs?: (values: Values) => readonly string[];
  /** Reads the current record after a stale save (409 `record.stale`). */
  read?: () => Promise<R>;
  onSaved: (result: ResultOf<E>) => void;
  /** Stores the draft on this device under this name until it is saved. */
  keep?: string;
  /** For records whose save does not use `id` and `version`. */
  recordKey?: { place: (record: R) => object; record: (result: ResultOf<E>) => R };
  /** Sends the input in the screen's own way, for example in several saves; `save` is one of them. */
  send?: (
    input: InputOf<E>,
    save: (input: InputOf<E>) => Promise<ResultOf<E> | undefined>,
  ) => Promise<SaveOutcome<E>>;
  /** Called after a refusal; returns true when the screen shows it itself, so that no toast appears. */
  onRefused?: (failure: CallFailure) => boolean | undefined;
} & (ResultOf<E> extends NamedResult ? { success?: SuccessText<E> } : { success: SuccessText<E> });

/** The last answer, if there was one, and the values that are still unsaved. */
export type SaveOutcome<E extends SaveEndpoint> = {
  result: ResultOf<E> | undefined;
  unsavedValues?: Values | undefined;
};

export type FormDraft = {
  readonly form: UseFormReturn<Values>;
  readonly facts: Readonly<Record<string, FieldSpec>>;
  readonly record: VersionedRecord | null;
  readonly keep: string | undefined;
  readonly busy: boolean;
  /** The saved values of the form: the initial ones or those of the last answer. */
  readonly saved: () => Values;
  /** The names of the fields that a save would send. */
  readonly changed: () => string[];
  /** The stored values after a stale save, else null. */
  readonly theirs: Values | null;
  /** Validates and saves; on failure the errors appear on the fields. */
  submit(): Promise<void>;
  /** The version that the user's changes are based on; undefined for a new record. */
  readVersion(): number | undefined;
  /**
   * Fills in the values that the user typed on an earlier visit.
   * @param version of the record at that visit; when the record is newer now, saving opens the comparison
   */
  restore(values: Values, version: number | undefined): void;
  /** Resets the form to the saved values. */
  discard(): void;
  /** Continues from the stored version with the user's choice by field name and saves; null closes the dialog. */
  settle(mine: Values | null): void;
};

/** Shows that a record was saved: in the screen's own text, else by the title or name in the answer. */
function useSavedToast<E extends SaveEndpoint>() {
  const { t } = useTranslation('kit');
  return (result: ResultOf<E>, isNew: boolean, success: SuccessText<E> | undefined) => {
    if (success === null) return;
    if (success !== undefined)
      return showSuccessToast(typeof success === 'function' ? success(result) : success);
    const { title, name } = result as { title?: string; name?: string };
    const named = { name: isolateBidi(title ?? name ?? '') };
    showSuccessToast(isNew ? t('created', named) : t('saved', named));
  };
}

/** The toast of a refused save; what was wrong with one try is not said beside the result of the next. */
function useRefusalToast() {
  const id = useId();
  const isShown = useRef(false);
  return {
    show: (failure: CallFailure) => {
      showFailureToast(failure, undefined, id);
      isShown.current = true;
    },
    close: () => {
      if (isShown.current) closeToast(id);
      isShown.current = false;
    },
  };
}

/** The draft of the surrounding form; its record also holds values that are only displayed, such as an image's URL. */
export const DraftContext = createContext<FormDraft | null>(null);

/**
 * Manages a form for a save endpoint. Its schema validates; only changed fields are sent, with the version they are
 * based on; errors appear on their fields; a stale save opens a comparison instead of losing changes.
 */
export function useDraft<E extends SaveEndpoint, R extends VersionedRecord>(
  endpoint: E,
  options: DraftOptions<E, R>,
): FormDraft {
  const { facts, keep } = options;
  const locale = useLocale();
  const showSaved = useSavedToast<E>();
  const [base, setBase] = useState({
    record: options.record,
    values: options.defaults(options.record) as Values,
  });
  const latest = useRef(base);
  const [theirs, setTheirs] = useState<R | null>(null);
  const refusalToast = useRefusalToast();
  const refused = (failure: CallFailure) => {
    const errors = Object.entries(failure.errors);
    for (const [path, texts] of errors) {
      form.setError(path, { type: 'server', message: texts[0] ?? failure.message });
    }
    const isHandled =
      options.onRefused?.(failure) === true || openInUseDialog(failure, latest.current.record?.id);
    if (failure.code === 'record.stale' && options.read) options.read().then(setTheirs, showFailureToast);
    else if (errors.length === 0 && !isHandled) refusalToast.show(failure);
  };
  // silent, because whether a toast appears depends on the refusal, and `refused` shows it
  const write = useWrite(endpoint, { silent: true, onFailure: refused });

  const form = useForm<Values>({
    defaultValues: base.values,
    mode: 'onBlur',
    shouldFocusError: false,
    resolver: createSchemaResolver(
      endpoint,
      locale,
      (name, values) =>
        latest.current.record === null || findChangedFields(values, latest.current.values).includes(name),
      options.needs,
    ),
  });
  // loads the schemas before the first field loses focus; if that fails, the check loads them again
  useEffect(() => void loadContractSchemas().catch(() => undefined), []);
  /** The version that a restored draft is based on; undefined unless the draft was restored. */
  const typedOn = useRef<number | undefined>(undefined);
  const changed = () => findChangedFields(form.getValues(), latest.current.values);
  const resetTo = (record: R | null, values?: Values) => {
    typedOn.current = undefined;
    latest.current = { record, values: options.defaults(record) as Values };
    setBase(latest.current);
    form.reset(latest.current.values);
    for (const [name, value] of Object.entries(values ?? {}))
      form.setValue(name, value, { shouldDirty: true });
  };

  // shows a newer version as long as the user has typed nothing; otherwise the save opens the comparison
  const { record } = options;
  const follow = useRef(resetTo);
  follow.current = resetTo;
  const version = record?.version;
  useEffect(() => {
    if (version === undefined || version <= (latest.current.record?.version ?? 0)) return;
    if (findChangedFields(form.getValues(), latest.current.values).length === 0) follow.current(record);
  }, [version, record, form]);

  const submit = () =>
    form.handleSubmit(async (values) => {
      const currentRecord = latest.current.record;
      const names = currentRecord ? findChangedFields(values, latest.current.values) : Object.keys(values);
      if (names.length === 0) return;
      const place = currentRecord
        ? (options.recordKey?.place(currentRecord) ?? {
            id: currentRecord.id,
            version: typedOn.current ?? currentRecord.version,
          })
        : {};
      refusalToast.close();
      const input = toInput<E>({ ...pickValues(values, names), ...place });
      const { result, unsavedValues } = options.send
        ? await options.send(input, write.submit)
        : { result: await write.submit(input) };
      if (result === undefined) return;
      if (keep) saveDraft(keep, null);
      // the saved values are no longer changes, so leaving asks only about what was typed since
      const saved = options.recordKey ? options.recordKey.record(result) : (result as R);
      const answer = { ...(options.defaults(saved) as Values), ...unsavedValues };
      resetTo(saved, { ...unsavedValues, ...findTypedSince(values, form.getValues(), answer) });
      if (unsavedValues) return;
      showSaved(result, currentRecord === null, options.success);
      options.onSaved(result);
    })();

  return {
    form,
    facts,
    keep,
    record: base.record,
    busy: write.busy,
    saved: () => latest.current.values,
    changed,
    theirs: theirs ? (options.defaults(theirs) as Values) : null,
    submit,
    readVersion: () => typedOn.current ?? latest.current.record?.version,
    restore: (values, version) => {
      for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
      typedOn.current = version;
    },
    discard: () => {
      if (keep) saveDraft(keep, null);
      resetTo(latest.current.record);
    },
    settle: (mine) => {
      const next = theirs;
      setTheirs(null);
      if (!mine || !next) return;
      resetTo(next, mine);
      void submit();
    },
  };
}
