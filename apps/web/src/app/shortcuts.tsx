import { useTranslation } from '../lib/i18n.ts';
import { Dialog, Kbd } from '../ui/index.ts';
import { formatCommandKeys } from './shortcut-keys.ts';

const GROUPS = [
  {
    key: 'everywhere',
    shortcuts: [
      ['palette', formatCommandKeys('K')],
      ['list', ['?']],
      ['close', ['Esc']],
    ],
  },
  {
    key: 'lists',
    shortcuts: [
      ['search', ['/']],
      ['next', ['J']],
      ['previous', ['K']],
      ['select', ['X']],
      ['open', ['Enter']],
    ],
  },
  {
    key: 'reports',
    shortcuts: [
      ['cells', ['↑', '↓', '←', '→']],
      ['open', ['Enter']],
      ['back', ['Backspace']],
      ['group', ['G']],
      ['chart', ['C']],
      ['export', ['E']],
      ['copy', ['.']],
    ],
  },
  { key: 'records', shortcuts: [['edit', ['E']]] },
  {
    key: 'forms',
    shortcuts: [
      ['save', formatCommandKeys('S')],
      ['order', formatCommandKeys('Enter')],
    ],
  },
] as const;

type ShortcutsProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Lists every shortcut. Keys are named by their position on a Latin keyboard and work with any layout. */
const Shortcuts = ({ open, onOpenChange }: ShortcutsProps) => {
  const { t } = useTranslation('shortcuts');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t('text')}
      closeLabel={t('common:action.close')}
    >
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {GROUPS.map(({ key, shortcuts }) => (
          <section key={key} aria-labelledby={`shortcuts-${key}`}>
            <h3 id={`shortcuts-${key}`} className="mb-1 text-sm font-medium text-subtle">
              {t(`${key}.title`)}
            </h3>
            <dl>
              {shortcuts.map(([name, keys]) => (
                <div key={name} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{t(`${key}.${name}`)}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};

export default Shortcuts;
