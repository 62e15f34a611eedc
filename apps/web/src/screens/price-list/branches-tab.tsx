import { useRef, useState } from 'react';
import { RecordStates, useUndoToast } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Card, CardBody, CardHeader, EmptyState, Switch } from '../../ui/index.ts';
import { PriceListQuestion, usePriceListQuestion } from './change-question.tsx';

type Record = RowOf<typeof api.priceList.show>;

const BRANCHES_MAX = 100;

/** Selects the branches in which a list applies; each switch is saved at once. */
export const BranchesTab = ({ record }: { record: Record | null }) => {
  const { t } = useTranslation('price-list');
  return (
    <Card>
      <CardHeader title={t('branches.title')} description={t('branches.text')} />
      <CardBody>
        {record ? (
          <BranchAssignment record={record} />
        ) : (
          <Banner tone="info">{t('branches.save_first')}</Banner>
        )}
      </CardBody>
    </Card>
  );
};

const BranchAssignment = ({ record }: { record: Record }) => {
  const { t } = useTranslation('price-list');
  const may = useSession().can(api.priceList.assign);
  // the list is of the shop, so that all branches are here, whichever is chosen in the top bar
  const read = useRead(
    api.branch.list,
    { limit: BRANCHES_MAX, sort_by: 'name', sort_as: 'asc' },
    { branchId: null },
  );
  const { submit } = useWrite(api.priceList.assign);
  const { question, ask } = usePriceListQuestion();
  // the user's selection, until the record is loaded again
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const latest = useRef<readonly number[] | null>(null);
  const on = chosen ?? record.branches_ids;
  const current = useRef(on);
  current.current = on;
  const tell = useUndoToast();
  const invalidates = api.priceList.assign.invalidates;
  /** Tells what changed; its Undo changes only that, whatever was switched since. */
  const tellWithUndo = (text: string, toPrevious: (now: readonly number[]) => readonly number[]) =>
    tell(
      text,
      async () => {
        const before = [...toPrevious(current.current)];
        await callApi(api.priceList.assign, { id: record.id, branches_ids: before }, { branchId: null });
        setChosen(before);
      },
      invalidates,
    );

  // one save at a time; switches that the user changes meanwhile are sent with the next one
  const put = async (next: readonly number[]): Promise<boolean> => {
    const answer = await ask(record.id, { branches_ids: [...next] }).catch((error: unknown) => {
      showCallFailure(error);
    });
    if (answer !== 'save') return false;
    setChosen(next);
    const isRunning = latest.current !== null;
    latest.current = next;
    if (isRunning) return true;
    let isDone = true;
    for (let sent: readonly number[] | null = null; sent !== latest.current; ) {
      sent = latest.current;
      isDone = (await submit({ id: record.id, branches_ids: [...(sent ?? [])] }, null)) !== undefined;
      if (!isDone) break;
    }
    latest.current = null;
    if (!isDone) setChosen(null);
    return isDone;
  };
  return (
    <>
      <RecordStates read={read} use={api.branch.list}>
        {(rows) => {
          if (rows.length === 0) return <EmptyState title={t('branches.empty')} />;
          if (!may)
            return <BranchNames names={rows.filter(({ id }) => on.includes(id)).map(({ name }) => name)} />;
          const set = (to: readonly number[], id: number, isOn: boolean) =>
            isOn ? [...to, id] : to.filter((one) => one !== id);
          const toggle = async ({ id, name }: (typeof rows)[number], isOn: boolean) => {
            if (await put(set(on, id, isOn)))
              tellWithUndo(t(isOn ? 'branches.on' : 'branches.off', { name: isolateBidi(name) }), (now) =>
                set(now, id, !isOn),
              );
          };
          const selectAll = async () => {
            const added = rows.filter(({ id }) => !on.includes(id)).map(({ id }) => id);
            if (await put(rows.map(({ id }) => id)))
              tellWithUndo(t('saved', { title: isolateBidi(record.title) }), (now) =>
                now.filter((id) => !added.includes(id)),
              );
          };
          return (
            <div className="grid gap-4">
              {rows.some(({ id }) => !on.includes(id)) ? (
                <div>
                  <Button size="sm" onClick={() => void selectAll()}>
                    {t('branches.all')}
                  </Button>
                </div>
              ) : null}
              <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Switch
                      checked={on.includes(row.id)}
                      onChange={(isOn) => void toggle(row, isOn)}
                      label={<bdi>{row.name}</bdi>}
                    />
                  </li>
                ))}
              </ul>
            </div>
          );
        }}
      </RecordStates>
      <PriceListQuestion of={question} confirmLabel={t('effect.save_branches')} />
    </>
  );
};

/** The branches of a list for users who may not choose them. */
const BranchNames = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('price-list');
  if (names.length === 0) return <p className="text-muted">{t('branches.nowhere')}</p>;
  return (
    <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {names.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
};
