import { useId, useState } from 'react';
import { Can, Link, RecordStates, RefsPicker } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, Field } from '../../ui/index.ts';

type Served = { readonly zones_ids: readonly number[]; readonly areas_ids: readonly number[] };

const ZONES = { type: 2 } as const;
const AREAS = { type: 0 } as const;

/** Selects the zones and areas to which a branch delivers; each change is saved at once. */
export const BranchZones = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('branch');
  const id = useId();
  const read = useRead(api.location.ofBranch, {}, { branchId: branch_id });
  const { can, user } = useSession();
  const name = user?.branches.find((branch) => branch.id === branch_id)?.name ?? '';
  const { submit, busy } = useWrite(api.location.assign, {
    success: t('zones.saved', { branch: isolateBidi(name) }),
  });
  const may = can(api.location.assign);
  // the user's selection, until the server's list is loaded again
  const [chosen, setChosen] = useState<Served | null>(null);
  const save = async (next: Served) => {
    setChosen(next);
    const saved = await submit({ ids: [...next.zones_ids, ...next.areas_ids] }, branch_id);
    if (saved) await read.refetch();
    setChosen(null);
  };
  return (
    <Card>
      <CardHeader
        title={t('zones.title')}
        description={t('zones.text')}
        actions={
          <Can use={api.location.show}>
            <Button asChild variant="ghost" size="sm">
              <Link to={paths.zoneMap}>{t('zones.open')}</Link>
            </Button>
          </Can>
        }
      />
      <CardBody>
        <RecordStates
          read={{ results: read.results, failure: read.failure, refetch: read.refetch }}
          use={api.location.ofBranch}
        >
          {(stored) => {
            const now = chosen ?? stored;
            return (
              <div className="grid gap-4">
                <Field id={`${id}-zones`} label={t('zones.zones')}>
                  <RefsPicker
                    to="location"
                    fixed={ZONES}
                    value={now.zones_ids}
                    onChange={(zones_ids) => void save({ ...now, zones_ids })}
                    disabled={!may || busy}
                  />
                </Field>
                <Field id={`${id}-areas`} label={t('zones.areas')}>
                  <RefsPicker
                    to="location"
                    fixed={AREAS}
                    value={now.areas_ids}
                    onChange={(areas_ids) => void save({ ...now, areas_ids })}
                    disabled={!may || busy}
                  />
                </Field>
              </div>
            );
          }}
        </RecordStates>
      </CardBody>
    </Card>
  );
};
