import { type ReactNode, useRef, useState } from 'react';
import { Can, Link, RecordStates } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import type { AnyEndpoint } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, EmptyState, Switch } from '../../ui/index.ts';

type Row = { id: number; title: string; assigned: boolean };
type Kind = 'payments' | 'deliveries';

/** One page is enough for all methods, because the contract allows no more. */
const all = { limit: 100, sort_by: 'ord', sort_as: 'asc' } as const;

/** Selects the payment methods that a branch accepts; each switch is saved at once. */
export const BranchPayments = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('branch');
  const read = useRead(api.paymentMethod.ofBranch, all, { branchId: branch_id });
  const { submit } = useWrite(api.paymentMethod.assign);
  return (
    <Methods
      kind="payments"
      read={read}
      use={api.paymentMethod.ofBranch}
      assign={api.paymentMethod.assign}
      save={async (ids) => (await submit({ ids }, branch_id)) !== undefined}
      hint={(row) => [
        t(`payment-method:type.${row.type}`),
        ...(row.master === 0 ? [t('branch:payments.own')] : []),
      ]}
      link={<ToMethods use={api.paymentMethod.show} to={paths.paymentMethods} kind="payments" />}
    />
  );
};

/** Selects the delivery methods that a branch offers; each switch is saved at once. */
export const BranchDeliveries = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('branch');
  const read = useRead(api.deliveryMethod.ofBranch, all, { branchId: branch_id });
  const { submit } = useWrite(api.deliveryMethod.assign);
  return (
    <Methods
      kind="deliveries"
      read={read}
      use={api.deliveryMethod.ofBranch}
      assign={api.deliveryMethod.assign}
      save={async (ids) => (await submit({ ids }, branch_id)) !== undefined}
      hint={(row) => [t(row.inhouse === 1 ? 'deliveries.inhouse' : 'deliveries.outside')]}
      link={<ToMethods use={api.deliveryMethod.show} to={paths.deliveryMethods} kind="deliveries" />}
    />
  );
};

const ToMethods = ({ use, to, kind }: { use: AnyEndpoint; to: string; kind: Kind }) => {
  const { t } = useTranslation('branch');
  return (
    <Can use={use}>
      <Button asChild variant="ghost" size="sm">
        <Link to={to}>{t(`${kind}.open`)}</Link>
      </Button>
    </Can>
  );
};

type MethodsProps<R extends Row> = {
  kind: Kind;
  read: { results: readonly R[] | undefined; failure: CallFailure | null; refetch: () => Promise<unknown> };
  use: AnyEndpoint;
  assign: AnyEndpoint;
  /** Returns whether the save succeeded; a refusal is shown to the user. */
  save: (ids: number[]) => Promise<boolean>;
  hint: (row: R) => readonly string[];
  link: ReactNode;
};

function Methods<R extends Row>({ kind, read, use, assign, save, hint, link }: MethodsProps<R>) {
  const { t } = useTranslation('branch');
  const may = useSession().can(assign);
  // the user's selection, until the server's list is loaded again
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef<readonly number[] | null>(null);

  // one save at a time; switches that the user changes meanwhile are sent with the next one
  const keep = async (next: readonly number[]): Promise<boolean> => {
    setChosen(next);
    const isRunning = latest.current !== null;
    latest.current = next;
    if (isRunning) return true;
    let isKept = true;
    for (let saved: readonly number[] | null = null; saved !== latest.current; ) {
      saved = latest.current;
      isKept = await save([...(saved ?? [])]);
      if (!isKept) break;
    }
    latest.current = null;
    await read.refetch();
    setChosen(null);
    return isKept;
  };

  return (
    <Card>
      <CardHeader title={t(`${kind}.title`)} description={t(`${kind}.text`)} actions={link} />
      <CardBody>
        <RecordStates read={{ ...read, results: read.results ?? undefined }} use={use}>
          {(rows) => {
            const on = chosen ?? rows.filter(({ assigned }) => assigned).map(({ id }) => id);
            const toggle = async (row: R, isActive: boolean) => {
              if (await keep(isActive ? [...on, row.id] : on.filter((id) => id !== row.id)))
                setAnnouncement(t(`${kind}.${isActive ? 'on' : 'off'}`, { name: isolateBidi(row.title) }));
            };
            if (rows.length === 0) return <EmptyState title={t(`${kind}.empty`)} />;
            return (
              <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Switch
                      checked={on.includes(row.id)}
                      onChange={(isActive) => void toggle(row, isActive)}
                      disabled={!may}
                      label={<bdi>{row.title}</bdi>}
                      hint={hint(row)
                        .filter((text) => text !== row.title)
                        .join(' · ')}
                    />
                  </li>
                ))}
              </ul>
            );
          }}
        </RecordStates>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </CardBody>
    </Card>
  );
}
