import { resolveText } from '@dukkan/commerce';
import { ScanLine, UserRound, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useLocale, useTranslation } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/index.ts';
import { listOften } from '../data/often-sold.ts';
import { isBundleSold } from '../data/price-sale.ts';
import type { StoredItem } from '../pack/pack-index.ts';
import { BundleTile, ItemTile } from './tile.tsx';
import { useOpenTill, useView } from './till-context.ts';

const RESULTS_MAX = 60;
const TILES_MAX = 120;

/** A number that may be a customer's: seven digits and more, with signs that phone numbers are written with. */
const isPhoneLike = (text: string): boolean =>
  /^[+\d\s()-]+$/.test(text) && text.replace(/\D/g, '').length >= 7;

type FinderProps = {
  /** Called after something was added, where the finder covers the receipt. */
  onAdded?: () => void;
};

/** Finds what is sold: one box for words, codes, numbers and phones, and tiles of what is often sold and of categories. */
export const Finder = ({ onAdded }: FinderProps) => {
  const { t } = useTranslation('till');
  const locale = useLocale();
  const { session } = useOpenTill();
  // another pack has other items
  useView(({ packs }) => packs);
  const [text, setText] = useState('');
  const [category, setCategory] = useState<number | 'often' | 'bundles'>('often');
  const typed = text.trim();
  const results = typed === '' ? null : session.pack.search(typed, locale, RESULTS_MAX);
  const add = (item: StoredItem) => {
    session.addItem(item.item_id);
    setText('');
    onAdded?.();
  };
  const askClient = () => {
    void session.setClient({ phone: typed, name: '' });
    session.show('client');
    setText('');
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (text === '') event.currentTarget.blur();
      setText('');
      return;
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-tile]')?.focus();
      return;
    }
    if (event.key !== 'Enter' || typed === '') return;
    event.preventDefault();
    const exact = session.findScanned(typed);
    const first = exact ?? results?.[0];
    if (first) add(first);
    else if (isPhoneLike(typed)) askClient();
    else session.say('bad', t('notice.unknown', { code: isolateBidi(typed) }), 'unknown');
  };
  return (
    <section aria-label={t('find.label')} className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 p-2 sm:p-3">
      <div className="relative">
        <ScanLine
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-subtle"
        />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="enter"
          autoComplete="off"
          spellCheck={false}
          data-till-search=""
          data-search=""
          aria-label={t('find.box')}
          placeholder={t('find.box')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className="h-12 w-full rounded-lg border border-line-strong bg-surface ps-11 pe-11 text-lg text-ink placeholder:text-subtle focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus"
        />
        {text === '' ? null : (
          <button
            type="button"
            aria-label={t('find.clear')}
            onClick={() => setText('')}
            className="absolute inset-y-0 end-1 my-auto inline-flex size-10 items-center justify-center rounded-md text-subtle hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {results === null ? (
        <>
          <CategoryBar of={category} onChange={setCategory} />
          <Tiles of={category} onAdd={add} onAdded={onAdded} />
        </>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto" data-results="">
          {results.length === 0 ? (
            <Nothing typed={typed} onClient={isPhoneLike(typed) ? askClient : null} />
          ) : (
            <ul className={GRID}>
              {results.map((item) => (
                <li key={item.item_id}>
                  <ItemTile of={item} onAdd={() => add(item)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
};

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2 pb-2';

const Nothing = ({ typed, onClient }: { typed: string; onClient: (() => void) | null }) => {
  const { t } = useTranslation('till');
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-muted">
      <p>{t('find.nothing', { typed: isolateBidi(typed) })}</p>
      {onClient ? (
        <button
          type="button"
          data-tile=""
          onClick={onClient}
          className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-primary-soft px-4 font-medium text-primary-text"
        >
          <UserRound aria-hidden="true" className="size-4" />
          {t('find.customer', { phone: isolateBidi(typed) })}
        </button>
      ) : null}
    </div>
  );
};

type Choice = number | 'often' | 'bundles';

const CategoryBar = ({ of, onChange }: { of: Choice; onChange: (next: Choice) => void }) => {
  const { t } = useTranslation('till');
  const locale = useLocale();
  const { session } = useOpenTill();
  // another pack has other items
  useView(({ packs }) => packs);
  const listChoices = (): { id: Choice; title: string }[] => {
    const { categories, bundles } = session.shop;
    // the first one holds all the others and is no choice
    const root = categories.find(({ parent_id }) => parent_id === null)?.id ?? null;
    const top = categories.filter(({ parent_id, id }) => parent_id === root && id !== root);
    return [
      { id: 'often', title: t('find.often') },
      ...top.map(({ id, titles }) => ({ id, title: resolveText(titles, locale) })),
      ...(bundles.some((bundle) => isBundleSold(bundle, session.pack))
        ? [{ id: 'bundles' as const, title: t('find.bundles') }]
        : []),
    ];
  };
  return (
    <fieldset
      aria-label={t('find.categories')}
      className="-mx-1 flex min-w-0 gap-1.5 overflow-x-auto px-1 pb-1"
    >
      {listChoices().map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-pressed={of === id}
          onClick={() => onChange(id)}
          className={cx(
            'h-11 shrink-0 rounded-lg border px-3.5 font-medium whitespace-nowrap',
            of === id
              ? 'border-primary bg-primary-soft text-primary-text'
              : 'border-line bg-surface text-muted hover:bg-hover hover:text-ink',
          )}
        >
          <bdi>{title}</bdi>
        </button>
      ))}
    </fieldset>
  );
};

type TilesProps = { of: Choice; onAdd: (item: StoredItem) => void; onAdded: (() => void) | undefined };

const Tiles = ({ of, onAdd, onAdded }: TilesProps) => {
  const { t } = useTranslation('till');
  const { number } = useFormat();
  const locale = useLocale();
  const { session } = useOpenTill();
  // another pack has other items
  useView(({ packs }) => packs);
  const listItems = (): StoredItem[] => {
    const { pack, rules } = session;
    if (of === 'bundles') return [];
    if (of === 'often') {
      const often = listOften().flatMap((id) => pack.item(id) ?? []);
      const first = often.length < 24 ? pack.listFirst(48).filter((item) => !often.includes(item)) : [];
      return [...often, ...first].slice(0, 48);
    }
    const below = new Set([...rules.chains].filter(([, chain]) => chain.includes(of)).map(([id]) => id));
    return pack.listCategory(below, locale, TILES_MAX);
  };
  const items = listItems();
  const bundles =
    of === 'bundles' ? session.shop.bundles.filter((bundle) => isBundleSold(bundle, session.pack)) : [];
  if (items.length === 0 && bundles.length === 0)
    return <p className="px-4 py-10 text-center text-muted">{t('find.empty')}</p>;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ul className={GRID}>
        {bundles.map((bundle) => (
          <li key={bundle.id}>
            <BundleTile
              of={bundle}
              onAdd={() => {
                session.addBundle(bundle.id);
                onAdded?.();
              }}
            />
          </li>
        ))}
        {items.map((item) => (
          <li key={item.item_id}>
            <ItemTile of={item} onAdd={() => onAdd(item)} />
          </li>
        ))}
      </ul>
      {items.length === TILES_MAX ? (
        <p className="py-3 text-center text-sm text-subtle">
          {t('find.more', { shown: isolateBidi(number(TILES_MAX)) })}
        </p>
      ) : null}
    </div>
  );
};
