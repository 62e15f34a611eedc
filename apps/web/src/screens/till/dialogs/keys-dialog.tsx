import { useTranslation } from '../../../lib/i18n.ts';
import { Dialog, Kbd, Switch } from '../../../ui/index.ts';
import { setTillMuted, useIsTillMuted } from '../data/till-sounds.ts';
import { setPaperAutomatic, useIsPaperAutomatic } from '../view/paper.tsx';

const SELLING = [
  ['/', 'search'],
  ['0–9  *', 'quantity'],
  ['+  −', 'step'],
  ['↑  ↓', 'line'],
  ['Del', 'remove'],
  ['%', 'discount'],
  ['F2', 'client'],
  ['F4', 'hold'],
  ['F8', 'return'],
  ['F10', 'drawer'],
  ['F9  End', 'pay'],
  ['Esc', 'back'],
  ['?', 'help'],
] as const;

const PAYING = [
  ['1–9', 'method'],
  ['←  →', 'sum'],
  ['*', 'given'],
  ['Enter', 'confirm'],
  ['Esc', 'back'],
] as const;

/** The list of keys, and what this device does with sounds and papers. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['till', 'kit']);
  const isMuted = useIsTillMuted();
  const isAutomatic = useIsPaperAutomatic();
  const table = (title: string, rows: readonly (readonly [string, string])[]) => (
    <section>
      <h3 className="pb-1 font-semibold text-ink">{title}</h3>
      <dl className="grid gap-1">
        {rows.map(([keys, name]) => (
          <div key={keys} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{t(`till:keys.${name}`)}</dt>
            <dd dir="ltr">
              <Kbd keys={keys.split('  ')} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog
      open
      hearsScans
      title={t('till:keys.title')}
      closeLabel={t('kit:close')}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="grid gap-5 pt-2">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-8">
          {table(t('till:keys.selling'), SELLING)}
          {table(t('till:keys.paying'), PAYING)}
        </div>
        <p className="text-sm text-subtle">{t('till:keys.scan')}</p>
        <div className="grid gap-1 border-t border-line pt-3">
          <Switch checked={!isMuted} onChange={(isOn) => setTillMuted(!isOn)} label={t('till:keys.sounds')} />
          <Switch checked={isAutomatic} onChange={setPaperAutomatic} label={t('till:keys.paper')} />
        </div>
      </div>
    </Dialog>
  );
};
