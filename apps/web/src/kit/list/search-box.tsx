import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/debounced.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { Input } from '../../ui/index.ts';
import type { List } from './use-list.ts';

/** The search of a list; `/` comes here, Escape empties it. Typing leaves no steps for Back. */
export function SearchBox<R extends Rowish>({ list, label }: { list: List<R>; label?: string }) {
  const { t } = useTranslation('kit');
  const { set } = list;
  const asked = list.query.keywords;
  const [text, setText] = useState(asked);
  const [told, setTold] = useState(asked);
  const rested = useDebounced(text, 250);
  if (asked !== told) {
    // the address changed under us: Back, a saved view, clear
    setTold(asked);
    if (asked !== text.trim()) setText(asked);
  }
  useEffect(() => {
    const next = rested.trim();
    if (rested === text && next !== asked) set({ keywords: next || null }, 'replace');
  }, [rested, text, asked, set]);
  const name = label ?? t('search.label');
  return (
    <Input
      data-list-search
      type="search"
      dir="auto"
      maxLength={200}
      aria-label={name}
      placeholder={name}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') setText('');
        else if (event.key === 'Escape') event.currentTarget.blur();
      }}
      start={<Search aria-hidden="true" />}
      end={
        text === '' ? undefined : (
          <button
            type="button"
            aria-label={t('search.clear')}
            onClick={() => setText('')}
            className="hit pointer-events-auto grid size-6 place-items-center rounded-sm hover:text-ink"
          >
            <X className="size-3.5" />
          </button>
        )
      }
      className="w-full sm:w-72 [&_input::-webkit-search-cancel-button]:hidden"
    />
  );
}
