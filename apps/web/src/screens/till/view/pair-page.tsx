import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../lib/server/call.ts';
import { Banner, Button, Field, Input } from '../../../ui/index.ts';
import { CODE_LENGTH, pairTill, readPairingCode } from '../data/pair-till.ts';
import type { TillStore } from '../data/till-store.ts';

/** Makes this browser a till, with a code that a manager made for it. */
export const PairPage = ({ store, onPaired }: { store: TillStore; onPaired: () => void }) => {
  const { t } = useTranslation('till');
  const [code, setCode] = useState(() =>
    readPairingCode(/[?#]code=/.test(location.href) ? location.href : ''),
  );
  const [lastPaper, setLastPaper] = useState('');
  const [isReplacing, setReplacing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // the code is for once, so that it does not stay in the history
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.length !== CODE_LENGTH) return setFailure(t('pair.short', { count: CODE_LENGTH }));
    setBusy(true);
    setFailure(null);
    try {
      await pairTill(store, code, isReplacing ? lastPaper.trim() : '');
      onPaired();
    } catch (error) {
      setFailure(error instanceof CallFailure ? error.message : t('pair.no_keys'));
      setBusy(false);
    }
  };
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-canvas p-4">
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid w-full max-w-md gap-5 rounded-xl border border-line bg-surface p-6 shadow-sm"
      >
        <div className="grid gap-1.5">
          <h1 className="text-2xl font-semibold text-ink">{t('pair.title')}</h1>
          <p className="text-muted">{t('pair.text')}</p>
        </div>
        {failure ? (
          <Banner tone="danger">
            <bdi>{failure}</bdi>
          </Banner>
        ) : null}
        <Field label={t('pair.code')} hint={t('pair.code_hint')}>
          <Input
            dir="ltr"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code.length > 4 ? `${code.slice(0, 4)} ${code.slice(4)}` : code}
            onChange={(event) => setCode(readPairingCode(event.target.value))}
            className="h-16! text-center! font-mono text-2xl! tracking-[0.25em] uppercase"
          />
        </Field>
        {isReplacing ? (
          <Field label={t('pair.last_paper')} hint={t('pair.last_paper_hint')}>
            <Input
              dir="ltr"
              autoComplete="off"
              value={lastPaper}
              onChange={(event) => setLastPaper(event.target.value)}
            />
          </Field>
        ) : (
          <div>
            <Button variant="ghost" size="sm" onClick={() => setReplacing(true)}>
              {t('pair.replace')}
            </Button>
          </div>
        )}
        <Button type="submit" size="lg" variant="primary" loading={isBusy} className="h-14! text-lg!">
          {t('pair.do')}
        </Button>
      </form>
    </main>
  );
};
