import { type ComponentType, Suspense, useState } from 'react';
import { MenuTriggerAlone, type OpenedBy, type TriggerElement } from '../ui/index.ts';

export type NearMenuProps = {
  trigger: TriggerElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  byKey: boolean;
};

/**
 * A menu whose code loads when the pointer or the focus reaches its button, so that the first page renders without it.
 * Until it is first opened only the button is rendered.
 */
export const LazyMenu = ({
  trigger,
  menu: MenuPart,
  load,
}: {
  trigger: TriggerElement;
  /** Renders the menu around the given trigger. */
  menu: ComponentType<NearMenuProps>;
  /** Starts loading the menu. */
  load: () => Promise<unknown>;
}) => {
  const [used, setUsed] = useState<OpenedBy | null>(null);
  const [open, setOpen] = useState(false);
  // a failure is ignored, because opening the menu loads it again and reports the error
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
