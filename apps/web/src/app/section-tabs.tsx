import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../kit/link.tsx';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { cx, LazyMenu } from '../ui/index.ts';
import { prefetchByLink } from './prefetch.ts';
import { type SectionTab, useSectionTabs } from './section-pages.ts';

const loadMenu = () => import('./menus/section-menu.tsx');
const MenuPart = lazyChunk(loadMenu);

type SectionTabsProps = {
  className: string;
  /** True for a row of its own, which a section of one page does not need. */
  isRow?: boolean;
};

/** The pages of a section beside each other; those that find no room stand in a menu at the end. */
const SectionTabs = ({ className, isRow = false }: SectionTabsProps) => {
  const { t } = useTranslation('shell');
  const { tabs, current } = useSectionTabs();
  if (!current || (isRow && tabs.length < 2)) return isRow ? null : <div className={className} />;
  if (current.route.entry.section === 'settings')
    return <SettingsPath current={current} className={className} />;
  return (
    <nav
      aria-label={t('tabs', { section: t(`section.${current.route.entry.section}`) })}
      className={className}
    >
      <TabRow key={`${current.route.entry.section} ${tabs.length}`} tabs={tabs} current={current} />
    </nav>
  );
};

/** The settings are many, so their pages stand on a page of their own; here is the way back to it. */
const SettingsPath = ({ current, className }: { current: SectionTab; className: string | undefined }) => {
  const { t } = useTranslation('shell');
  return (
    <nav aria-label={t('breadcrumbs')} className={className}>
      <ol className="flex h-full min-w-0 items-center gap-1.5 text-base text-subtle">
        {current.path === paths.allSettings ? null : (
          <li className="flex shrink-0 items-center gap-1.5">
            <Link to={paths.allSettings} className="rounded-sm hover:text-ink">
              {t('section.settings')}
            </Link>
            <ChevronRight aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
          </li>
        )}
        <li className="truncate font-medium text-ink">
          <Link to={current.path} className="rounded-sm">
            {t(`route.${current.name}`)}
          </Link>
        </li>
      </ol>
    </nav>
  );
};

const tabShape = (isOpen: boolean) =>
  cx(
    'flex h-full items-center border-b-2 px-2.5 text-base whitespace-nowrap focus-visible:-outline-offset-2',
    isOpen ? 'border-primary-solid font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
  );

const TabRow = ({ tabs, current }: { tabs: readonly SectionTab[]; current: SectionTab }) => {
  const { t } = useTranslation('shell');
  const row = useRef<HTMLUListElement>(null);
  const visibleCount = useFittingCount(row, tabs.length);
  const hidden = tabs.slice(visibleCount);
  const isCurrentHidden = hidden.includes(current);
  return (
    <div className="flex h-full min-w-0 items-stretch">
      <ul ref={row} className="flex min-w-0 flex-wrap overflow-hidden">
        {tabs.map((tab, at) => (
          // a tab without room wraps out of sight
          <li key={tab.path} className="h-full" inert={at >= visibleCount}>
            <Link
              to={tab.path}
              aria-current={tab === current ? 'page' : undefined}
              data-tour={`route.${tab.name}`}
              {...prefetchByLink(tab.page, tab.path)}
              className={tabShape(tab === current)}
            >
              {t(`route.${tab.name}`)}
            </Link>
          </li>
        ))}
      </ul>
      {hidden.length > 0 ? (
        <LazyMenu
          trigger={
            <button
              type="button"
              data-tour={hidden.map(({ name }) => `route.${name}`).join(' ')}
              className={cx(tabShape(isCurrentHidden), 'shrink-0 gap-1')}
            >
              {isCurrentHidden ? t(`route.${current.name}`) : t('tabs_more')}
              <ChevronDown aria-hidden="true" className="size-3.5" />
            </button>
          }
          menu={(near) => <MenuPart {...near} tabs={hidden} />}
          load={loadMenu}
        />
      ) : null}
    </div>
  );
};

/** Returns how many children stand in the first line of a row that wraps. */
function useFittingCount(row: React.RefObject<HTMLElement | null>, count: number): number {
  const [visibleCount, setVisibleCount] = useState(count);
  useEffect(() => {
    const element = row.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const items = [...element.children] as HTMLElement[];
      const top = items[0]?.offsetTop ?? 0;
      const wrapped = items.findIndex((item) => item.offsetTop > top);
      setVisibleCount(wrapped === -1 ? items.length : wrapped);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // fonts and texts that come later change the width of a tab
    for (const item of element.children) observer.observe(item);
    return () => observer.disconnect();
  }, [row]);
  return visibleCount;
}

export default SectionTabs;
