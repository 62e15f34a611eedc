import { useTranslation } from '../../lib/i18n.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { useSearchText } from '../../lib/list/search-text.ts';
import { SearchInput } from '../../ui/index.ts';
import type { List } from './use-list.ts';

/** The search box of a list; the `/` key focuses it. */
export function SearchBox<R extends HasId>({ list, label }: { list: List<R>; label?: string }) {
  const { t } = useTranslation('kit');
  const [text, setText] = useSearchText(list.query.keywords, list.set);
  return (
    <SearchInput
      value={text}
      onChange={setText}
      label={label ?? t('search.label')}
      clearLabel={t('search.clear')}
      className="min-w-32 flex-1 sm:max-w-72"
    />
  );
}
