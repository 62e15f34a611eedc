// Not exported by index.ts: the app shell loads this file with sonner after the first paint.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Direction, Toast as Radix } from 'radix-ui';
import { type ToastT, toast, useSonner } from 'sonner';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';

const looks = {
  success: { Icon: CircleCheck, look: 'text-success-text', edge: 'bg-success-solid' },
  info: { Icon: Info, look: 'text-info-text', edge: 'bg-info-solid' },
  error: { Icon: CircleAlert, look: 'text-danger-text', edge: 'bg-danger-solid' },
};

const MAX_TOASTS = 5;

export type ToasterLabels = {
  /** The region's name; `{hotkey}` in it becomes the key that focuses it (F8). */
  region: string;
  /** Read out before each toast. */
  one: string;
  close: string;
};

type ToasterProps = {
  labels: ToasterLabels;
  /** The menu beside the page, which stays free; null without one. */
  menu: 'open' | 'collapsed' | null;
};

const besideMenu = { open: 'lg:start-56', collapsed: 'lg:start-14' } as const;

/**
 * Shows sonner's toasts at the bottom in the middle of the page: beside the menu, and above the bar of a form and the
 * buttons of a dialog, because those are needed next (docs/rules/screens.md#toasts). Radix renders them, because its
 * timer also stops on focus, it mirrors for RTL, and it works over an open dialog. A toast stays for 5 s, an error
 * until it is closed.
 */
export const Toaster = ({ labels, menu }: ToasterProps) => {
  const { toasts } = useSonner();
  const dir = Direction.useDirection();
  return (
    <Radix.Provider
      // made anew for the first toast: a toast closed under the pointer leaves Radix' clock stopped for all later ones
      key={toasts.length === 0 ? 'empty' : 'shown'}
      label={labels.one}
      duration={5000}
      swipeDirection={dir === 'rtl' ? 'right' : 'left'}
    >
      {toasts.slice(0, MAX_TOASTS).map((toast) => (
        <ToastCard key={toast.id} one={toast} closeLabel={labels.close} />
      ))}
      {/* a dialog hides everything without aria-live from screen readers; Radix announces the toasts itself */}
      <div aria-live="off">
        <Radix.Viewport
          label={labels.region}
          className={cx(
            'fixed start-0 end-0 bottom-[calc(var(--bar-bottom,0px)+0.5rem)] z-60 mx-auto max-h-[calc(100dvh-12rem)] w-100 max-w-full',
            'flex flex-col gap-2 overflow-y-auto p-2 outline-none empty:hidden print:hidden',
            'in-[:root:has([role$=dialog])]:bottom-22',
            menu && besideMenu[menu],
          )}
        />
      </div>
    </Radix.Provider>
  );
};

const ToastCard = ({ one, closeLabel }: { one: ToastT; closeLabel: string }) => {
  const { Icon, look, edge } = looks[one.type === 'success' || one.type === 'error' ? one.type : 'info'];
  const lasting = one.type === 'error' ? Number.POSITIVE_INFINITY : undefined;
  const action = one.action && typeof one.action === 'object' && 'onClick' in one.action ? one.action : null;
  const text = typeof one.description === 'function' ? one.description() : one.description;
  return (
    <Radix.Root
      open
      onOpenChange={(open) => (open ? undefined : toast.dismiss(one.id))}
      duration={one.duration ?? lasting}
      // a dialog that opens later would disable the pointer
      style={{ pointerEvents: 'auto' }}
      className={cx(
        'relative flex shrink-0 items-start gap-2.5 overflow-hidden rounded-lg bg-raised py-2.5 ps-4 pe-2 shadow-md animate-in',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0',
      )}
    >
      <span aria-hidden="true" className={cx('absolute inset-y-0 start-0 w-1', edge)} />
      <Icon aria-hidden="true" className={cx('mt-1 size-4 shrink-0', look)} />
      <div className="min-w-0 flex-1 py-0.5">
        <Radix.Title className="text-base font-medium text-ink [overflow-wrap:anywhere]">
          {typeof one.title === 'function' ? one.title() : one.title}
        </Radix.Title>
        {text ? (
          <Radix.Description className="text-sm text-muted [overflow-wrap:anywhere]">
            {text}
          </Radix.Description>
        ) : null}
        {action ? (
          <Radix.Action asChild altText={String(action.label)} onClick={action.onClick}>
            <Button size="sm" className="mt-1.5">
              {action.label}
            </Button>
          </Radix.Action>
        ) : null}
      </div>
      <Radix.Close asChild>
        <IconButton label={closeLabel} icon={<X />} size="sm" />
      </Radix.Close>
    </Radix.Root>
  );
};

export { toast };
