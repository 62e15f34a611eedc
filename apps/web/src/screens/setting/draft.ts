import { api, explainIssues } from '@dukkan/contract';
import { toNestErrors } from '@hookform/resolvers';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import type { Draft } from '../../kit/index.ts';
import { CallFailure, call } from '../../lib/call.ts';
import { keepDraft } from '../../lib/draft-store.ts';
import type { RowOf } from '../../lib/endpoint.ts';
import { asInput, changedFields, cleaned, pick, type Values } from '../../lib/form-values.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useWrite } from '../../lib/read.ts';
import { toastFailure, toastSuccess } from '../../lib/toast.ts';
import { f } from './fields.ts';

export type Setting = RowOf<typeof api.setting.show>;

/** The form's values out of the settings. A kept picture is its address: another text is another picture. */
export const startOf = (setting: Setting): Values => ({
  AppName: setting.AppName,
  logo_base64: setting.logo,
  favIcon_base64: setting.favIcon,
  info: { phone: setting.info.phone, email: setting.info.email, website: setting.info.website },
  Currency: setting.Currency,
  country: setting.country,
  timezone: setting.timezone,
  hijri_offset: setting.hijri_offset,
  minimum_order: setting.minimum_order,
  minimum_products: setting.minimum_products,
});

const endpoint = api.setting.save;
const KEEP = 'setting';

/**
 * The kit's draft for the one record that has no id and whose version is called `revision`, because `version` is
 * the product's (decisions section 10). A save over somebody else's (409 `record.stale`) becomes a question.
 */
export function useSettingDraft(setting: Setting, success: string): Draft {
  const locale = useLocale();
  const [base, setBase] = useState(setting);
  const now = useRef(base);
  const [theirs, setTheirs] = useState<Setting | null>(null);
  // what is said depends on the refusal, so it is said here
  const write = useWrite(endpoint, { silent: true });
  const saved = () => startOf(now.current);

  const resolver: Resolver<Values> = (values, _context, options) => {
    const input = cleaned(pick(values, changedFields(values, saved())));
    const parsed = endpoint.input.safeParse(input);
    if (parsed.success) return { values, errors: {} };
    const told = Object.entries(explainIssues(parsed.error, locale, input));
    const flat = Object.fromEntries(told.map(([path, [message]]) => [path, { type: 'schema', message }]));
    return { values: {}, errors: toNestErrors(flat as FieldErrors<Values>, options) };
  };
  const form = useForm<Values>({ defaultValues: saved(), mode: 'onBlur', shouldFocusError: false, resolver });
  const changed = () => changedFields(form.getValues(), saved());

  const rest = (next: Setting, mine: Values = {}) => {
    now.current = next;
    setBase(next);
    form.reset(saved());
    for (const [name, value] of Object.entries(mine)) form.setValue(name, value, { shouldDirty: true });
  };

  // a newer revision arrived while nothing was typed: show it; otherwise the save will ask
  const follow = useRef(() => {});
  follow.current = () => {
    if (setting.revision > now.current.revision && changed().length === 0) rest(setting);
  };
  useEffect(() => {
    if (setting.revision > 0) follow.current();
  }, [setting.revision]);

  const submit = () =>
    form.handleSubmit(async (values) => {
      const part = pick(values, changedFields(values, saved()));
      const result = await write.submit(
        asInput<typeof endpoint>({ ...part, revision: now.current.revision }),
      );
      if (result === undefined) return;
      keepDraft(KEEP, null);
      rest(result);
      toastSuccess(success);
    })();

  const { failure } = write;
  const refused = useRef(async () => {});
  refused.current = async () => {
    if (!failure) return;
    if (failure.code === 'record.stale') {
      await call(api.setting.show, {}).then(
        ({ results }) => setTheirs(results),
        (error: unknown) => {
          if (!(error instanceof CallFailure)) throw error;
          toastFailure(error);
        },
      );
      return;
    }
    const errors = Object.entries(failure.errors);
    if (errors.length === 0) toastFailure(failure);
    for (const [path, texts] of errors) {
      form.setError(path, { type: 'server', message: texts[0] ?? failure.message });
    }
  };
  useEffect(() => {
    if (failure) void refused.current();
  }, [failure]);

  return {
    form,
    facts: f,
    // one record, so any id does
    record: { id: 1, version: base.revision },
    keep: KEEP,
    busy: write.busy,
    saved,
    changed,
    theirs: theirs && startOf(theirs),
    submit,
    discard: () => {
      keepDraft(KEEP, null);
      rest(now.current);
    },
    settle: (mine) => {
      setTheirs(null);
      if (!mine || !theirs) return;
      rest(theirs, mine);
      // where all of theirs is kept there is nothing to save
      if (changed().length > 0) void submit();
    },
  };
}
