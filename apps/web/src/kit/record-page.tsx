import { type ReactNode, useRef } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useBranch } from '../lib/server/current-branch.ts';
import type { AnyEndpoint, RowOf } from '../lib/server/endpoint.ts';
import { findRecordInResults, type RecordEndpoint, toRecordInput } from '../lib/server/read-record.ts';
import { useSession } from '../lib/server/session.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { NotAllowed, RecordStates } from './record-states.tsx';

export type RecordPageProps<E extends RecordEndpoint> = {
  /** The endpoint that reads the record: the noun's show, or its list where it has none. */
  of: E;
  /** The endpoint that creates a record; absent when this page creates none. */
  create?: AnyEndpoint;
  /**
   * Renders the page when no record has this id; `otherwise` is the standard message. A screen uses it to offer
   * restoring a deleted record.
   */
  missing?: (id: number, otherwise: ReactNode) => ReactNode;
  /** Shown while the record loads; rows by default. */
  loading?: ReactNode;
  /** True for a record of the shop: it is read for all branches of the user, whichever is chosen in the top bar. */
  isForAllBranches?: boolean;
  /** True while nothing can be typed, so that another branch in the top bar may change the figures. */
  isRead?: boolean;
  /** Draws the form; null for a new record. */
  children: (record: RowOf<E> | null) => ReactNode;
};

/** The page of a stored record (`:id` in the address) or of a new one (without). */
export function RecordPage<E extends RecordEndpoint>(props: RecordPageProps<E>) {
  const { of, create, missing, loading, children } = props;
  const { isForAllBranches = false, isRead = false } = props;
  const { id } = useParams();
  const { can } = useSession();
  if (id === undefined && create) return can(create) ? children(null) : <NotAllowed use={create} />;
  if (!can(of)) return <NotAllowed use={of} />;
  // no record can have this id
  if (!id || !/^[1-9]\d{0,9}$/.test(id)) return <Navigate to={paths.notFound} replace />;
  return (
    <StoredRecord
      key={id}
      of={of}
      id={Number(id)}
      branch={isForAllBranches ? 'all' : isRead ? 'chosen' : 'first'}
      missing={missing}
      loading={loading}
      draw={children}
    />
  );
}

type StoredProps<E extends RecordEndpoint> = {
  of: E;
  id: number;
  branch: 'all' | 'chosen' | 'first';
  missing: RecordPageProps<E>['missing'];
  loading: ReactNode;
  draw: RecordPageProps<E>['children'];
};

function StoredRecord<E extends RecordEndpoint>({ of, id, branch, missing, loading, draw }: StoredProps<E>) {
  const chosen = useBranch();
  // another branch in the top bar must not take the record away under what was typed
  const branchId = useRef(chosen);
  if (branch !== 'first') branchId.current = branch === 'all' ? null : chosen;
  const { results, failure, refetch, isStale, isFetchedAfterMount } = useRead(of, toRecordInput(of, id), {
    branchId: branchId.current,
  });
  // a cached record may be older than the user's last save, and a form based on it would be stale
  const isCurrent = useRef(false);
  isCurrent.current ||= isFetchedAfterMount || !isStale;
  const record =
    results === undefined || !isCurrent.current ? undefined : findRecordInResults<E>(results, id);
  return (
    <RecordStates
      read={{ results: record, failure, refetch }}
      use={of}
      id={id}
      missing={missing && ((otherwise) => missing(id, otherwise))}
      loading={loading}
    >
      {draw}
    </RecordStates>
  );
}
