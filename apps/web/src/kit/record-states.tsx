import { Lock, RotateCw, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import type { HasId } from '../lib/list/list-url.ts';
import type { CallFailure } from '../lib/server/call.ts';
import type { AnyEndpoint } from '../lib/server/endpoint.ts';
import { getPermissionNames } from '../lib/server/permission.ts';
import { Button, EmptyState, SkeletonRows } from '../ui/index.ts';
import type { List } from './list/use-list.ts';
import { MissingRecord } from './missing-record.tsx';

/** Returns a function that names a permission as the roles do: `orders.save` is 'Orders: create and change'. */
export const usePermissionName = (): ((permission: string) => string) => {
  const { t } = useTranslation(['kit', 'permissions']);
  return (permission) => {
    const at = permission.lastIndexOf('.');
    const action = t(`permissions:action.${permission.slice(at + 1)}`, { defaultValue: '' });
    if (action === '') return t(`permissions:${permission}`);
    return t('permissions:narrowed', { resource: t(`permissions:${permission.slice(0, at)}`), action });
  };
};

/** Says which permissions open what is refused, any of which is enough. */
export const MissingPermission = ({ use }: { use: AnyEndpoint }) => {
  const { t } = useTranslation('kit');
  const nameOf = usePermissionName();
  return (
    <>
      {t('gap.denied_text')} <bdi>{getPermissionNames(use).map(nameOf).join(' / ')}</bdi>
    </>
  );
};

/** Explains that a permission is missing and names it. */
export const NotAllowed = ({ use }: { use: AnyEndpoint }) => {
  const { t } = useTranslation('kit');
  return <EmptyState icon={<Lock />} title={t('gap.denied')} text={<MissingPermission use={use} />} />;
};

/** A failed read with its reason and a retry button. */
export const Failed = ({ failure, retry }: { failure: CallFailure | null; retry: () => void }) => {
  const { t } = useTranslation('kit');
  return (
    <EmptyState
      icon={<TriangleAlert />}
      title={t('gap.failed')}
      text={<bdi>{failure?.message}</bdi>}
      actions={
        <Button icon={<RotateCw />} onClick={retry}>
          {t('gap.retry')}
        </Button>
      }
    />
  );
};

/** `results` is null when the server answered that there is no such record. */
type Reading<R> = { results: R | null | undefined; failure: CallFailure | null; refetch: () => unknown };

export type RecordGateProps<R> = {
  read: Reading<R>;
  use: AnyEndpoint;
  /** The id that was asked for, to tell a deleted record from one that never was. */
  id?: number | undefined;
  /** Renders the page when there is no such record; `otherwise` is the standard message. */
  missing?: ((otherwise: ReactNode) => ReactNode) | undefined;
  /** Shown while the record loads; rows by default. */
  loading?: ReactNode;
  /** Renders the record once it is loaded. */
  children: (record: R) => ReactNode;
};

/** Wraps the page of one record: shows that it loads, or why it cannot be shown. */
export function RecordStates<R>({ read, use, id, missing, loading, children }: RecordGateProps<R>) {
  const { t } = useTranslation('kit');
  const { results, failure } = read;
  if (results !== undefined && results !== null) return children(results);
  if (results === undefined && !failure)
    return loading ?? <SkeletonRows columns={2} label={t('list.loading')} />;
  if (failure?.status === 403) return <NotAllowed use={use} />;
  if (!failure || failure.status === 404) {
    const nothing = <MissingRecord use={use} id={id} />;
    return missing ? missing(nothing) : nothing;
  }
  return <Failed failure={failure} retry={() => void read.refetch()} />;
}

/** Explains why a list has no rows: no permission, a failure, no match, or no records yet (children). */
export function ListStates<R extends HasId>({ list, children }: { list: List<R>; children: ReactNode }) {
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
