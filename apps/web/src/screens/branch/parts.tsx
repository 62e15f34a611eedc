import { type ReactNode, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { TabPanel, Tabs } from '../../ui/index.ts';
import type { Branch } from './default-values.ts';
import { BranchDeliveries, BranchPayments } from './methods.tsx';
import { BranchZones } from './zones.tsx';

const FIELDS = 'branch';
/** What is assigned to a branch by calls of its own, and whose right it is to see it (decisions 11). */
const PARTS = [
  { value: 'zones', use: api.location.ofBranch, Part: BranchZones },
  { value: 'deliveries', use: api.deliveryMethod.ofBranch, Part: BranchDeliveries },
  { value: 'payments', use: api.paymentMethod.ofBranch, Part: BranchPayments },
] as const;

/** The branch's own fields as the first tab, what is assigned to it as the others. A new branch has its fields only. */
export const BranchParts = ({ record, children }: { record: Branch | null; children: ReactNode }) => {
  const { t } = useTranslation('branch');
  const { can } = useSession();
  const [search, setSearch] = useSearchParams();
  const parts = PARTS.filter(({ use }) => can(use));
  if (record === null || parts.length === 0) return children;
  const open = parts.find(({ value }) => value === search.get('part'));
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
        {/* what is typed stays, and is saved from every tab */}
        <div hidden={open !== undefined} className="grid gap-gap [&[hidden]]:hidden">
          {children}
        </div>
        {open ? <open.Part branch_id={record.id} /> : null}
      </TabPanel>
      <ToWrong show={show} />
    </Tabs>
  );
};

/** A refused save leads back to the fields that are wrong. */
const ToWrong = ({ show }: { show: (value: string) => void }) => {
  const { errors, submitCount } = useFormState();
  const isWrong = Object.keys(errors).length > 0;
  // once for every refused submit, not for every drawing
  const seen = useRef(submitCount);
  useEffect(() => {
    if (!isWrong || seen.current === submitCount) return;
    seen.current = submitCount;
    show(FIELDS);
  }, [isWrong, submitCount, show]);
  return null;
};
