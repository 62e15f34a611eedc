import { api } from './api.ts';
import { currentBranch } from './branch.ts';
import { CallFailure, call, formAddress } from './call.ts';
import type { AnyEndpoint, InputOf } from './endpoint.ts';
import { currentLocale, i18n } from './i18n.ts';
import { toastFailure } from './toast.ts';

export type ExportFormat = 'xlsx' | 'csv';

/**
 * Downloads the whole filtered list (specification section 2, decisions 0.6): a form with a one-minute ticket and
 * `export=1` is posted to the list's own path in a new window. The session's token never stands in a form.
 * Answers whether the download was started; a refusal is told by a toast.
 */
export async function downloadList<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  format: ExportFormat,
): Promise<boolean> {
  try {
    const { results } = await call(api.system.ticket, {});
    const filters = input as Record<string, unknown> | null | undefined;
    postForm(formAddress(endpoint, input), {
      ...filters,
      page: undefined,
      limit: undefined,
      token: results.token,
      export: 1,
      format,
      locale: currentLocale(),
      'branch-id': currentBranch(),
    });
    return true;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    toastFailure(error, i18n.t('common:export.failed'));
    return false;
  }
}

function postForm(action: string, fields: Readonly<Record<string, unknown>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.target = '_blank';
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === undefined || part === null || part === '') continue;
      const field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = typeof part === 'object' ? JSON.stringify(part) : String(part);
      form.append(field);
    }
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
