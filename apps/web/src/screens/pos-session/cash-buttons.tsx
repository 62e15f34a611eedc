import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button } from '../../ui/index.ts';
import { DrawerHandIn } from './hand-in-dialog.tsx';
import { CASH_MOVE_FORMS, type CashMove, MoveCashDialog } from './move-dialog.tsx';

/** Puts cash into an open drawer or takes it out; the dialogs open over the page. */
export const CashButtons = ({ of }: { of: RowOf<typeof api.posSession.show> }) => {
  const { t } = useTranslation('pos-session');
  const { can } = useSession();
  const [moving, setMoving] = useState<CashMove | 'hand_in' | null>(null);
  if (!of.actions.includes('move') || !can(api.posSession.move)) return null;
  const close = () => setMoving(null);
  return (
    <>
      {CASH_MOVE_FORMS.map((kind) => (
        <Button key={kind} size="sm" onClick={() => setMoving(kind)}>
          {t(`move.${kind}`)}
        </Button>
      ))}
      {can(api.driverCash.list) ? (
        <Button size="sm" onClick={() => setMoving('hand_in')}>
          {t('hand_in.do')}
        </Button>
      ) : null}
      {moving === 'hand_in' ? (
        <DrawerHandIn of={of} onClose={close} />
      ) : moving ? (
        <MoveCashDialog of={of} kind={moving} onClose={close} />
      ) : null}
    </>
  );
};
