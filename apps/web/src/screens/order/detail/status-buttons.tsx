import { CANCELED, DELIVERED, WAITING } from '@dukkan/commerce';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button, Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/index.ts';
import { findHandedOverStatus, HandOverButton } from '../shared/hand-over.tsx';
import type { OrderDetails } from '../shared/order-status.tsx';
import { getRequiredConfirmation, OrderStatusDialog } from '../shared/status-dialog.tsx';
import { isVersionConflict, type NextStatus, useSaveOrder } from '../shared/use-save-order.ts';

/** Returns the statuses that the buttons offer. */
const listOfferedStatuses = (of: OrderDetails): readonly NextStatus[] =>
  // an order handed over at the counter is delivered only through the payment dialog
  findHandedOverStatus(of)
    ? of.next.filter(({ status_value, force }) => status_value !== DELIVERED || force)
    : of.next;

/** Returns the next step of an order; undefined when it has none, as after its delivery. */
const findNextStep = (of: OrderDetails): NextStatus | undefined =>
  listOfferedStatuses(of)
    .filter((next) => !next.force && next.status_value > of.status_value && of.status_value >= WAITING)
    .toSorted((a, b) => a.status_value - b.status_value)[0];

/** Returns whether the order has a step that comes next; without one, what is left to do is its payment. */
export const hasNextStep = (of: OrderDetails): boolean =>
  findHandedOverStatus(of) !== null || findNextStep(of) !== undefined;

type StatusButtonsProps = {
  of: OrderDetails;
  /** False when another button of the page is the blue one. */
  isMain?: boolean;
  onOvertaken: () => void;
};

/** The statuses to which the order may change, from the server: the next one as a button, the others in a menu. */
export const StatusButtons = ({ of, isMain = true, onOvertaken }: StatusButtonsProps) => {
  const { t } = useTranslation('order');
  const [confirming, setConfirming] = useState<NextStatus | null>(null);
  const save = useSaveOrder({
    onRefused: (failure) => {
      if (isVersionConflict(failure)) onOvertaken();
      return false;
    },
  });
  const counter = findHandedOverStatus(of);
  const moves = listOfferedStatuses(of);
  const first = findNextStep(of);
  // a step may have several statuses; then the button shows the verb with the status name
  const isOnlyOfStep = moves.filter(({ status_value }) => status_value === first?.status_value).length === 1;
  const others = moves.filter((next) => next !== first);
  const groups = [
    { key: 'move_to', of: others.filter((next) => !next.force && next.status_value !== CANCELED) },
    { key: 'back_to', of: others.filter((next) => next.force) },
    { key: 'end', of: others.filter((next) => !next.force && next.status_value === CANCELED) },
  ].filter((group) => group.of.length > 0);
  const go = (next: NextStatus) => {
    if (getRequiredConfirmation(of, next) === null)
      void save.save(of, { status_id: next.status_id }, 'moved');
    else setConfirming(next);
  };
  return (
    <>
      {groups.length > 0 ? (
        <Menu
          trigger={
            <Button>
              {t('more')} <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {groups.map((group, at) => (
            <div key={group.key}>
              {at > 0 ? <MenuSeparator /> : null}
              {group.key === 'end' ? null : <MenuLabel>{t(group.key)}</MenuLabel>}
              {group.of.map((next) => (
                <MenuItem
                  key={next.status_id}
                  danger={next.status_value === CANCELED}
                  onSelect={() => go(next)}
                >
                  <bdi>{group.key === 'end' ? t('verb.cancel', { status: next.title }) : next.title}</bdi>
                </MenuItem>
              ))}
            </div>
          ))}
        </Menu>
      ) : null}
      {first ? (
        <Button
          variant={counter || !isMain ? 'secondary' : 'primary'}
          loading={save.busy}
          title={first.title}
          onClick={() => go(first)}
        >
          {isOnlyOfStep
            ? t(`advance.${first.status_value}`)
            : t('make.step.named', {
                kind: t(`advance.${first.status_value}`),
                title: isolateBidi(first.title),
              })}
        </Button>
      ) : null}
      <HandOverButton of={of} isMain={isMain} />
      {confirming ? (
        <OrderStatusDialog row={of} next={confirming} onClose={() => setConfirming(null)} />
      ) : null}
    </>
  );
};
