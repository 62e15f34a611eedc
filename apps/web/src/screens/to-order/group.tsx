import { CircleHelp } from 'lucide-react';
import { useId, useState } from 'react';
import { RefPicker } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DaysLeft, ItemName, Quantity } from '../../shared/stock-figures.tsx';
import { Badge, Button, Card, Checkbox, Field, NumberInput, Tooltip } from '../../ui/index.ts';
import { type SuggestedGroup, type SuggestedLine, type SuggestionChange, sumValue } from './draft.ts';
import { Reason } from './reason.tsx';

type GroupProps = {
  of: SuggestedGroup;
  /** False in a shop of one branch. */
  showsBranch: boolean;
  onChange: (id: string, change: SuggestionChange) => void;
  onSupplier: (id: number | null) => void;
};

const COLUMNS = 'md:grid md:grid-cols-[auto_minmax(12rem,1fr)_8rem_5rem_11rem] md:items-center md:gap-x-4';

/** What is ordered from one supplier. */
export const SupplierGroup = ({ of, showsBranch, onChange, onSupplier }: GroupProps) => {
  const { t } = useTranslation(['to-order', 'fields']);
  const ticked = of.lines.filter(({ isTicked }) => isTicked).length;
  const name = of.total.supplier_name ?? t('to-order:no_supplier');
  return (
    <Card aria-label={name} className="mb-gap">
      <GroupHead of={of} ticked={ticked} />
      {of.total.supplier_id === null ? (
        <div className="max-w-sm px-4 pt-1 pb-2">
          <Field label={t('to-order:order_from')} hint={t('to-order:order_from_hint')}>
            <RefPicker to="supplier" value={of.supplier_id} onChange={onSupplier} />
          </Field>
        </div>
      ) : null}
      <div aria-hidden="true" className={`px-4 py-1.5 text-sm text-subtle max-md:hidden ${COLUMNS}`}>
        <span className="size-4" />
        <span>{t('to-order:item')}</span>
        <span>{t('to-order:lasts')}</span>
        <span className="text-end">{t('fields:on_the_way')}</span>
        <span>{t('fields:quantity')}</span>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {of.lines.map((line) => (
          <OrderLine
            key={line.row.id}
            of={line}
            showsBranch={showsBranch}
            onChange={(change) => onChange(line.row.id, change)}
          />
        ))}
      </ul>
    </Card>
  );
};

/** The supplier's name with what its order comes to, when it arrives, and whether it is below the supplier's minimum. */
const GroupHead = ({ of, ticked }: { of: SuggestedGroup; ticked: number }) => {
  const { t } = useTranslation('to-order');
  const { number, money, dayParts } = useFormat();
  const { total } = of;
  const value = sumValue(of);
  const lacks = total.minimum_order - value;
  const arrives = dayParts(total.arrives_on, { weekday: 'short', day: 'numeric', month: 'short' });
  return (
    <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 pt-3 pb-1">
      <h2 className="min-w-0 text-base font-semibold text-ink">
        <bdi>{total.supplier_name ?? t('no_supplier')}</bdi>
      </h2>
      <span className="text-sm text-muted">{t('lines', { count: ticked, shown: number(ticked) })}</span>
      <span className="text-sm font-medium text-ink tabular">
        <MoneyText amount={value} />
      </span>
      {total.supplier_id === null ? null : (
        <span className="text-sm text-muted">{t('arrives', { day: isolateBidi(arrives) })}</span>
      )}
      {ticked > 0 && lacks > 0 ? (
        <Badge variant="warning">
          {t('below_minimum', {
            lacks: isolateBidi(money(lacks, of.currency)),
            minimum: isolateBidi(money(total.minimum_order, of.currency)),
          })}
        </Badge>
      ) : null}
    </header>
  );
};

type LineProps = { of: SuggestedLine; showsBranch: boolean; onChange: (change: SuggestionChange) => void };

/** A suggested line: a card on a phone, a row elsewhere. */
const OrderLine = ({ of, showsBranch, onChange }: LineProps) => {
  const { t } = useTranslation(['to-order', 'fields']);
  const { number } = useFormat();
  const [isExplained, setExplained] = useState(false);
  const whyId = useId();
  const { row, isTicked, text, quantity } = of;
  const title = isolateBidi(row.title);
  return (
    <li className="px-4 py-2.5">
      <div
        className={`max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4 max-md:gap-y-2 ${COLUMNS}`}
      >
        <Checkbox
          checked={isTicked}
          onChange={(ticked) => onChange({ isLeftOut: !ticked })}
          aria-label={t('to-order:tick', { title, branch: isolateBidi(row.branch_name) })}
        />
        <div className="min-w-0 max-md:flex-1">
          <ItemName of={row} src={row.image_url} wide />
          {showsBranch ? <bdi className="block ps-10.5 text-sm text-subtle">{row.branch_name}</bdi> : null}
        </div>
        <div className="max-md:basis-full">
          <DaysLeft days={row.days_left} pace={Math.round(row.pace * 100) / 100} />
        </div>
        <div className="text-end max-md:flex-1 max-md:text-start">
          <span className="me-1.5 text-sm text-subtle md:hidden">{t('fields:on_the_way')}</span>
          <Quantity of={row.on_the_way} />
        </div>
        <div className="flex items-center gap-1.5">
          <span className="w-22">
            <NumberInput
              value={text}
              onChange={(next) => onChange({ text: next })}
              disabled={!isTicked}
              aria-invalid={isTicked && quantity === null}
              aria-label={t('to-order:quantity_of', { title, branch: isolateBidi(row.branch_name) })}
            />
          </span>
          <Tooltip text={<Reason of={row} />}>
            <Button
              size="sm"
              variant="ghost"
              className="w-control-sm px-0!"
              aria-label={t('to-order:why.open', { title })}
              aria-expanded={isExplained}
              aria-controls={whyId}
              icon={<CircleHelp />}
              onClick={() => setExplained(!isExplained)}
            />
          </Tooltip>
          {row.pack_quantity === 1 ? null : (
            <bdi className="text-sm whitespace-nowrap text-subtle">
              {t('to-order:pack', { pack: number(row.pack_quantity) })}
            </bdi>
          )}
        </div>
      </div>
      {isTicked && quantity === null ? (
        <p className="mt-1 text-sm text-danger-text">{t('to-order:quantity_needed')}</p>
      ) : null}
      <p id={whyId} hidden={!isExplained} className="mt-2 text-sm text-muted md:ps-8">
        {isExplained ? <Reason of={row} /> : null}
      </p>
    </li>
  );
};
