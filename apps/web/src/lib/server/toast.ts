import type { toast } from 'sonner';
import { i18n } from '../i18n.ts';
import { createStore, useStore } from '../store.ts';
import type { CallFailure } from './call.ts';

type Tell = Pick<typeof toast, 'success' | 'error' | 'dismiss'>;

let announce: (tell: Tell) => void = () => undefined;
const drawn = new Promise<Tell>((resolve) => {
  announce = resolve;
});

/**
 * Said by the shell once the place of the toasts stands, with what is told to it; what was told before is shown then.
 * Nothing is loaded for a toast any more: in an outage that would fail.
 */
export const connectToaster = (tell: Tell): void => announce(tell);

const wantedStore = createStore(false);
/** True once there is something to show; until then their code is not loaded. */
export const useToastsWanted = (): boolean => useStore(wantedStore);
/** Has the place of the toasts made ready while nothing else is to be done: in an outage it could not be loaded. */
export const preloadToaster = (): void => wantedStore.set(true);

const teller = (): Promise<Tell> => {
  preloadToaster();
  return drawn;
};
/** Shell: 5 s (specification section 9); a pointer or the focus on it stops the clock. */
const SHOWN = 5_000;

export type ToastAction = { label: string; onClick: () => void };

export type ToastOptions = {
  description?: string | undefined;
  action?: ToastAction | undefined;
  /** Milliseconds; Undo stays for 10 s (ux.md, 'Doing'). */
  duration?: number | undefined;
};

/** Green: what was done. */
export function toastSuccess(text: string, options: ToastOptions = {}): void {
  void teller().then((tell) => tell.success(text, { duration: SHOWN, ...given(options) }));
}

/** Red, with a text of our own; stays until closed. */
export function toastDanger(text: string, options: ToastOptions & { id?: string } = {}): void {
  const { id, ...rest } = options;
  void teller().then((tell) =>
    tell.error(text, { duration: Number.POSITIVE_INFINITY, ...(id ? { id } : {}), ...given(rest) }),
  );
}

/** Takes a toast away again; without a name, all of them. */
export function closeToast(id?: string): void {
  void teller().then((tell) => tell.dismiss(id));
}

/**
 * Red, with the optional prefix, the server's translated message and the request id to copy (specification
 * section 8, ux.md 'Doing'); of refused fields it is the first one's own text. An outage is said once by the shell and
 * not again here; a dead login likewise.
 */
export function toastFailure(failure: CallFailure, prefix?: string): void {
  if (failure.network || failure.code === 'auth.unauthorized') return;
  const { requestId } = failure;
  // no field is marked where this is told: what is wrong with the first one says more
  const message = Object.values(failure.errors)[0]?.[0] ?? failure.message;
  toastDanger(prefix ? `${prefix}: ${message}` : message, {
    // written left to right, also where it breaks
    description: requestId ? i18n.t('common:toast.request', { id: `\u2066${requestId}\u2069` }) : undefined,
    action: requestId
      ? {
          label: i18n.t('common:toast.copy_request'),
          onClick: () => void copy(requestId),
        }
      : undefined,
  });
}

/** Copies a number; where that is refused (plain http, a setting of the browser), it stands to be copied by hand. */
async function copy(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
  } catch {
    toastDanger(i18n.t('common:toast.copy_by_hand', { id: `\u2066${id}\u2069` }));
  }
}

/** Without the keys that are undefined: the library takes them for values. */
const given = (options: ToastOptions) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
