import { type ReactNode, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { TabPanel, Tabs } from '../../ui/index.ts';
import { BranchAlbum } from './album.tsx';
import type { Branch } from './default-values.ts';
import { BranchDeliveries, BranchPayments } from './methods.tsx';
import { BranchPeople } from './people.tsx';
import { Readiness } from './readiness.tsx';
import { BranchZones } from './zones.tsx';

const FIELDS = 'branch';
/** The tab whose fields belong to the branch's own form. */
const EQUIPMENT = 'equipment';
/** Older links name these former tabs, which are now one. */
const SELLS = ['zones', 'deliveries', 'payments'];

const BranchSells = ({ branch_id }: { branch_id: number }) => {
  const { can } = useSession();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-gap lg:grid-cols-2">
      {can(api.paymentMethod.ofBranch) ? <BranchPayments branch_id={branch_id} /> : null}
      {can(api.deliveryMethod.ofBranch) ? <BranchDeliveries branch_id={branch_id} /> : null}
      {can(api.location.ofBranch) ? <BranchZones branch_id={branch_id} /> : null}
    </div>
  );
};

/** The tabs with their endpoints; a tab is shown when the user may call one of them. */
const PARTS = [
  {
    value: 'sells',
    use: [api.paymentMethod.ofBranch, api.deliveryMethod.ofBranch, api.location.ofBranch],
    Part: BranchSells,
  },
  { value: EQUIPMENT, use: [api.branch.show], Part: null },
  { value: 'album', use: [api.branchAlbum.list], Part: BranchAlbum },
  { value: 'people', use: [api.account.list], Part: BranchPeople },
] as const;

type Props = { record: Branch | null; equipment: ReactNode; children: ReactNode };

/**
 * The tabs of a branch: its own fields, its tills and printers, and parts that are saved separately. A new branch has
 * only its own fields.
 */
export const BranchParts = ({ record, equipment, children }: Props) => {
  const { t } = useTranslation('branch');
  const { can } = useSession();
  const [search, setSearch] = useSearchParams();
  const parts = PARTS.filter(({ use }) => use.some((one) => can(one)));
  if (record === null)
    return (
      <>
        {children}
        {equipment}
      </>
    );
  const part = search.get('part') ?? FIELDS;
  const open = parts.find(({ value }) => value === (SELLS.includes(part) ? 'sells' : part));
  const show = (value: string) =>
    setSearch(
      (now) => {
        if (value === FIELDS) now.delete('part');
        else now.set('part', value);
        return now;
      },
      { replace: true },
    );
  const openPart = open?.value ?? FIELDS;
  return (
    <Tabs
      label={t('tab.label')}
      value={openPart}
      onChange={show}
      tabs={[FIELDS, ...parts.map(({ value }) => value)].map((value) => ({
        value,
        label: t(`tab.${value}`),
      }))}
    >
      <TabPanel value={openPart} className="pt-gap">
        <Readiness branch={record} />
        {/* all tabs stay mounted, so that unsaved input is kept and saved from every tab */}
        <div hidden={openPart !== FIELDS} className="grid gap-gap [&[hidden]]:hidden">
          {children}
        </div>
        <div hidden={openPart !== EQUIPMENT} className="grid gap-gap [&[hidden]]:hidden">
          {equipment}
        </div>
        {open?.Part ? <open.Part branch_id={record.id} /> : null}
      </TabPanel>
      <ToWrong show={show} />
    </Tabs>
  );
};

/** Opens the tab with the first error after a refused save. */
const ToWrong = ({ show }: { show: (value: string) => void }) => {
  const { errors, submitCount } = useFormState();
  const wrong = Object.keys(errors);
  const isWrong = wrong.length > 0;
  const isEquipment = isWrong && wrong.every((name) => name === 'pos' || name === 'printers');
  // once for each refused save, not for every render
  const lastSubmitCount = useRef(submitCount);
  useEffect(() => {
    if (!isWrong || lastSubmitCount.current === submitCount) return;
    lastSubmitCount.current = submitCount;
    show(isEquipment ? EQUIPMENT : FIELDS);
  }, [isWrong, isEquipment, submitCount, show]);
  return null;
};
