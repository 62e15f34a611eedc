import { resolveText, toMinorRounded } from '@dukkan/commerce';
import { isolateBidi } from '../../../lib/format.ts';
import { useLocale, useTranslation } from '../../../lib/i18n.ts';
import { Checkbox, Dialog } from '../../../ui/index.ts';
import { useOpenTill, useView } from '../view/till-context.ts';

/** The extras of the selected line; each takes effect at once. */
export const ExtrasDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['till', 'kit']);
  const locale = useLocale();
  const { session } = useOpenTill();
  const draft = useView(({ draft }) => draft);
  const line = draft.lines.find(({ key }) => key === draft.selected);
  const item = line?.item_id == null ? undefined : session.pack.item(line.item_id);
  if (!line || !item) return null;
  const { scale } = session.shop.settings;
  const offered = session.shop.extras.filter(({ id }) => item.extras_ids.includes(id));
  return (
    <Dialog
      open
      size="sm"
      hearsScans
      title={t('till:receipt.extras', { title: isolateBidi(session.titleOf(line)) })}
      closeLabel={t('kit:close')}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="grid gap-1 pt-2">
        {offered.map(({ id, titles, price }) => (
          <div key={id} className="flex min-h-11 items-center justify-between gap-3">
            <Checkbox
              checked={line.extras_ids.includes(id)}
              label={<bdi>{resolveText(titles, locale)}</bdi>}
              onChange={(isChosen) =>
                session.change({
                  kind: 'set_extras',
                  key: line.key,
                  extras_ids: isChosen
                    ? [...line.extras_ids, id]
                    : line.extras_ids.filter((one) => one !== id),
                })
              }
            />
            <bdi className="text-muted tabular">{session.money(toMinorRounded(price, scale))}</bdi>
          </div>
        ))}
      </div>
    </Dialog>
  );
};
