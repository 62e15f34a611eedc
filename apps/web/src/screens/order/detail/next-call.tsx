import { PhoneCall } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useOpenPage } from '../../../lib/follow.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, Kbd } from '../../../ui/index.ts';

/** Navigation state of an order that was just placed. */
export const JUST_PLACED = { isJustPlaced: true } as const;

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Returns whether the order of this page was just placed, so that the next call comes before its next step. */
export function useIsJustPlaced(): boolean {
  const state = useLocation().state as { isJustPlaced?: boolean } | null;
  return state?.isJustPlaced === true;
}

/** Shown after an order is placed: the key N, in any keyboard layout, starts the next order. */
export const NextCall = () => {
  const { t } = useTranslation('order');
  const openPage = useOpenPage();
  const isShown = useIsJustPlaced();
  const start = useEffectEvent(() => openPage(paths.orderNew));
  useEffect(() => {
    if (!isShown) return;
    const hear = (event: KeyboardEvent) => {
      if (event.code !== 'KeyN' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        isTypedInto(event.target) ||
        document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
      )
        return;
      event.preventDefault();
      start();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Button
      variant="primary"
      icon={<PhoneCall />}
      onClick={() => openPage(paths.orderNew)}
      aria-keyshortcuts="N"
    >
      {t('make.next_call')} <Kbd keys={['N']} />
    </Button>
  );
};
