import type { Locale } from '@dukkan/commerce';
import type { PrintProfile } from '@dukkan/contract';
import { getLocale, i18n } from '../i18n.ts';
import { api } from './api.ts';
import { buildFormUrl, callApi } from './call.ts';
import { currentBranch } from './current-branch.ts';
import type { AnyEndpoint, InputOf } from './endpoint.ts';
import { showCallFailure } from './toast.ts';

export type ExportFormat = 'xlsx' | 'csv' | 'pdf';

/**
 * Downloads the whole filtered list: posts a form with a one-minute ticket and `export=1` to the list's path in a new
 * window, so that the session token is never in a form. Returns true when the download started; a refusal appears as
 * a toast.
 */
export function downloadList<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  format: ExportFormat,
): Promise<boolean> {
  const filters = input as Record<string, unknown> | null | undefined;
  return submitDownload(endpoint, input, {
    ...filters,
    page: undefined,
    limit: undefined,
    format,
    locale: getLocale(),
    'branch-id': currentBranch(),
  });
}

/** Downloads a record as a PDF on the chosen paper and in the chosen language. */
export const downloadPrint = <E extends AnyEndpoint & { readonly prints: true }>(
  endpoint: E,
  id: number,
  paper: { readonly profile: PrintProfile; readonly locale: Locale },
): Promise<boolean> => submitDownload(endpoint, { id }, { format: 'pdf', ...paper });

async function submitDownload(
  endpoint: AnyEndpoint,
  input: unknown,
  fields: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  try {
    const { results } = await callApi(api.system.ticket, {});
    postForm(buildFormUrl(endpoint, input), { ...fields, token: results.token, export: 1 });
    return true;
  } catch (error) {
    showCallFailure(error, i18n.t('common:export.failed'));
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
