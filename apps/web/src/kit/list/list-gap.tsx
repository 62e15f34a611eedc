import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { Failed, NotAllowed } from '../record-gate.tsx';
import type { List } from './use-list.ts';

/** Stands where a list has no rows and says why: not allowed, failed, nothing matches, or (children) nothing yet. */
export function ListGap<R extends Rowish>({ list, children }: { list: List<R>; children: ReactNode }) {
  const { t } = useTranslation('kit');
  if (list.state === 'denied') return <NotAllowed use={list.endpoint} />;
  if (list.state === 'failed') return <Failed failure={list.failure} retry={list.retry} />;
  if (list.filtered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('gap.no_match')}
        text={t('gap.no_match_text')}
        actions={<Button onClick={list.clear}>{t('gap.clear')}</Button>}
      />
    );
  }
  return children;
}
