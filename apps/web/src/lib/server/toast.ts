import type { toast } from 'sonner';
import { i18n } from '../i18n.ts';
import { createStore, useStore } from '../store.ts';
import { CallFailure } from './call.ts';

type Tell = Pick<typeof toast, 'success' | 'error' | 'dismiss'>;

let resolveToaster: (tell: Tell) => void = () => undefined;
const toasterReady = new Promise<Tell>((resolve) => {
  resolveToaster = resolve;
});

/**
 * Connects the toasts' component and shows the toasts that were queued before. Nothing is loaded later, because that
 * would fail in an outage.
 */
export const connectToaster = (tell: Tell): void => resolveToaster(tell);

const wantedStore = createStore(false);
/** Returns whether a toast exists; the code of toasts loads then. */
export const useIsToasterNeeded = (): boolean => useStore(wantedStore);
/** Loads the code of toasts while the page is idle, because it could not be loaded in an outage. */
export const preloadToaster = (): void => wantedStore.set(true);

const loadToaster = (): Promise<Tell> => {
  preloadToaster();
  return toasterReady;
};
/** Milliseconds that a toast stays; pointing at it or focusing it stops the clock. */
export const DURATION_MS = 5_000;

export type ToastAction = { label: string; onClick: () => void };

export type ToastOptions = {
  description?: string | undefined;
  action?: ToastAction | undefined;
  /** In milliseconds; a toast with Undo stays for 10 seconds. */
  duration?: number | undefined;
};

/** Shows a green toast. */
export function showSuccessToast(text: string, options: ToastOptions = {}): void {
  void loadToaster().then((tell) =>
    tell.success(text, { duration: DURATION_MS, ...toToastOptions(options) }),
  );
}

/** Shows a red toast that stays until it is closed. */
export function showDangerToast(text: string, options: ToastOptions & { id?: string } = {}): void {
  const { id, ...rest } = options;
  void loadToaster().then((tell) =>
    tell.error(text, { duration: Number.POSITIVE_INFINITY, ...(id ? { id } : {}), ...toToastOptions(rest) }),
  );
}

/** Closes a toast by id, or all of them. */
export function closeToast(id?: string): void {
  void loadToaster().then((tell) => tell.dismiss(id));
}

/**
 * Shows a red toast with an optional prefix, the server's message (that of the first field where fields were refused)
 * and the request id to copy. Outages and expired sessions have their own messages and show none.
 */
export function showFailureToast(failure: CallFailure, prefix?: string): void {
  if (failure.network || failure.code === 'auth.unauthorized') return;
  const { requestId } = failure;
  // fields are not marked here, so the first field's message says more than the general one
  const message = Object.values(failure.errors)[0]?.[0] ?? failure.message;
  showDangerToast(prefix ? `${prefix}: ${message}` : message, {
    // isolated, so that the id reads from left to right
    description: requestId ? i18n.t('common:toast.request', { id: `\u2066${requestId}\u2069` }) : undefined,
    action: requestId
      ? {
          label: i18n.t('common:toast.copy_request'),
          onClick: () => void copyId(requestId),
        }
      : undefined,
  });
}

/** Shows a failed call as a toast. @throws any other error, which is a fault of the code */
export function showCallFailure(error: unknown, prefix?: string): void {
  if (!(error instanceof CallFailure)) throw error;
  showFailureToast(error, prefix);
}

/** Copies the id; if the browser refuses, shows it so that the user can copy it. */
async function copyId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
  } catch {
    showDangerToast(i18n.t('common:toast.copy_by_hand', { id: `\u2066${id}\u2069` }));
  }
}

/** Removes undefined options, which the library would take for values. */
const toToastOptions = (options: ToastOptions) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
