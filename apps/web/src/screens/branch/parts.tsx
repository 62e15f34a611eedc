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
/** The tab whose fields are the form's too. */
const EQUIPMENT = 'equipment';
/** Older addresses name what is now a part of one tab. */
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

/** What is set up by calls of its own, and whose right it is to see it (decisions 11). */
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
 * The branch's own fields as the first tab, its tills and printers as another, and what is set up by calls of its own. A
 * new branch has its fields only.
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
  const asked = search.get('part') ?? FIELDS;
  const open = parts.find(({ value }) => value === (SELLS.includes(asked) ? 'sells' : asked));
  const show = (value: string) =>
    setSearch(
      (now) => {
        if (value === FIELDS) now.delete('part');
        else now.set('part', value);
        return now;
      },
      { replace: true },
    );
  const shown = open?.value ?? FIELDS;
  return (
    <Tabs
      label={t('tab.label')}
      value={shown}
      onChange={show}
      tabs={[FIELDS, ...parts.map(({ value }) => value)].map((value) => ({
        value,
        label: t(`tab.${value}`),
      }))}
    >
      <TabPanel value={shown} className="pt-gap">
        <Readiness branch={record} />
        {/* what is typed stays, and is saved from every tab */}
        <div hidden={shown !== FIELDS} className="grid gap-gap [&[hidden]]:hidden">
          {children}
        </div>
        <div hidden={shown !== EQUIPMENT} className="grid gap-gap [&[hidden]]:hidden">
          {equipment}
        </div>
        {open?.Part ? <open.Part branch_id={record.id} /> : null}
      </TabPanel>
      <ToWrong show={show} />
    </Tabs>
  );
};

/** A refused save leads back to the fields that are wrong. */
const ToWrong = ({ show }: { show: (value: string) => void }) => {
  const { errors, submitCount } = useFormState();
  const wrong = Object.keys(errors);
  const isWrong = wrong.length > 0;
  const isEquipment = isWrong && wrong.every((name) => name === 'pos' || name === 'printers');
  // once for every refused submit, not for every drawing
  const seen = useRef(submitCount);
  useEffect(() => {
    if (!isWrong || seen.current === submitCount) return;
    seen.current = submitCount;
    show(isEquipment ? EQUIPMENT : FIELDS);
  }, [isWrong, isEquipment, submitCount, show]);
  return null;
};
