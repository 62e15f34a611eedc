import { type ComponentType, Suspense, useState } from 'react';
import { MenuTriggerAlone, type OpenedBy, type TriggerElement } from '../ui/index.ts';

export type NearMenuProps = {
  trigger: TriggerElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  byKey: boolean;
};

/**
 * A menu whose code comes when the pointer or the focus is near its button, so that the first page is drawn
 * without it. Until the first opening the button stands alone; then the menu takes it over.
 */
export const LazyMenu = ({
  trigger,
  menu: MenuPart,
  load,
}: {
  trigger: TriggerElement;
  /** Draws the menu around the trigger it is given. */
  menu: ComponentType<NearMenuProps>;
  /** Begins to load the menu. */
  load: () => Promise<unknown>;
}) => {
  const [used, setUsed] = useState<OpenedBy | null>(null);
  const [open, setOpen] = useState(false);
  // a failure here is met again, and told, when the menu is opened
  const warm = () => void load().catch(() => undefined);
  const show = (by: OpenedBy) => {
    setUsed(by);
    setOpen(true);
  };
  const alone = <MenuTriggerAlone trigger={trigger} open={open} onOpen={show} onNear={warm} />;
  if (!used) return alone;
  return (
    <Suspense fallback={alone}>
      <MenuPart trigger={trigger} open={open} onOpenChange={setOpen} byKey={used === 'key'} />
    </Suspense>
  );
};
