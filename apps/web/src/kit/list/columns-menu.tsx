import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { type Column, type Columns, factOf } from '../../lib/list-columns.ts';
import { useNarrow } from '../../lib/narrow.ts';
import { Button, Checkbox, IconButton, Popover } from '../../ui/index.ts';

/** Shows, hides and orders the columns of a table; buttons, so that no one has to drag. */
export function ColumnsMenu<R>({ columns, shown }: { columns: readonly Column<R>[]; shown: Columns }) {
  const { t } = useTranslation(['kit', 'fields']);
  const labels = new Map(columns.map((column) => [factOf(column).name, t(factOf(column).label)]));
  const narrow = useNarrow();
  const visible = shown.order.filter((name) => shown.visible[name]);
  // on a phone the rows are cards, which have no columns
  if (narrow) return null;
  return (
    <Popover
      align="end"
      label={t('kit:columns.label')}
      trigger={<IconButton variant="secondary" label={t('kit:columns.label')} icon={<Columns3 />} />}
    >
      <ul className="flex flex-col">
        {shown.order.map((name) => {
          const label = labels.get(name) ?? name;
          const at = visible.indexOf(name);
          return (
            <li key={name} className="flex items-center gap-1">
              <Checkbox
                className="flex-1"
                checked={at >= 0}
                disabled={at >= 0 && visible.length === 1}
                onChange={() => shown.toggle(name)}
                label={label}
              />
              {at >= 0 ? (
                <>
                  <IconButton
                    size="sm"
                    label={t('kit:columns.earlier', { name: label })}
                    icon={<ChevronUp />}
                    disabled={at === 0}
                    onClick={() => shown.move(name, -1)}
                  />
                  <IconButton
                    size="sm"
                    label={t('kit:columns.later', { name: label })}
                    icon={<ChevronDown />}
                    disabled={at === visible.length - 1}
                    onClick={() => shown.move(name, 1)}
                  />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Button variant="link" size="sm" className="mt-2" onClick={shown.reset}>
        {t('kit:columns.reset')}
      </Button>
    </Popover>
  );
}
