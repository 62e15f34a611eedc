import { type ReactNode, Suspense, useState } from 'react';
import { MenuTriggerAlone, type OpenedBy, type TriggerElement } from './menu-trigger.tsx';

export type NearMenuProps = {
  trigger: TriggerElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  byKey: boolean;
};

type LazyMenuProps = {
  trigger: TriggerElement;
  /** Renders the menu around the given trigger. */
  menu: (near: NearMenuProps) => ReactNode;
  /** Starts loading the menu. */
  load: () => Promise<unknown>;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/**
 * A menu whose code loads when the pointer or the focus reaches its button, so that the first page renders without it.
 * Until it is first opened only the button is rendered.
 */
export const LazyMenu = ({ trigger, menu, load, open: openFromOutside, onOpenChange }: LazyMenuProps) => {
  const [used, setUsed] = useState<OpenedBy | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = openFromOutside ?? isOpen;
  // a failure is ignored, because opening the menu loads it again and reports the error
  const warm = () => void load().catch(() => undefined);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const show = (by: OpenedBy) => {
    setUsed(by);
    change(true);
  };
  const alone = <MenuTriggerAlone trigger={trigger} open={open} onOpen={show} onNear={warm} />;
  if (!used && !open) return alone;
  return (
    <Suspense fallback={alone}>
      {menu({ trigger, open, onOpenChange: change, byKey: used === 'key' })}
    </Suspense>
  );
};
