import { Can } from '../../../kit/index.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { Button, cx } from '../../../ui/index.ts';
import { floorToStep } from './quantity.ts';
import type { CartPrice } from './use-price.ts';

export type ShortageProps = {
  of: CartPrice['shortages'][number];
  branch: string;
  /** Opens a purchase receipt with the item; the order stays a draft. */
  onReceive: (of: CartPrice['shortages'][number]) => void;
  stepper: number;
  onTake: (branch_id: number) => void;
  /** Absent when other lines need the same item. */
  onSet?: ((quantity: number) => void) | undefined;
  onRemove?: (() => void) | undefined;
};

/** Returns the key of the message about a shortage. */
export function getShortageTextKey({ reason, refused }: Pick<ShortageProps['of'], 'reason' | 'refused'>) {
  if (reason === 'deactivated') return 'make.short.deactivated';
  if (reason === 'expiring') return 'make.short.expiring';
  return refused ? 'make.short.text' : 'make.short.allowed';
}

/** The most branches shown as buttons. */
const VISIBLE_BRANCHES = 3;

/** Explains a shortage: requested, available, and other branches with stock, with buttons to resolve it. */
export const Shortage = ({ of, branch, onReceive, stepper, onTake, onSet, onRemove }: ShortageProps) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const { asked, available, elsewhere, reason, refused } = of;
  const fits = floorToStep(available, stepper);
  const enough = elsewhere.filter((one) => one.available >= asked);
  const others = (enough.length > 0 ? enough : elsewhere).slice(0, VISIBLE_BRANCHES);
  return (
    <div
      role="status"
      className={cx('grid gap-1.5 text-sm', refused ? 'text-danger-text' : 'text-warning-text')}
    >
      <p>
        {t(getShortageTextKey(of), {
          asked: isolateBidi(number(asked)),
          available: isolateBidi(number(available)),
          branch: isolateBidi(branch),
        })}
        {reason === 'short' && elsewhere.length === 0 ? ` ${t('make.short.nowhere')}` : null}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {reason !== 'deactivated' && fits > 0 && onSet ? (
          <Button size="sm" onClick={() => onSet(fits)}>
            {t('make.short.set', { shown: isolateBidi(number(fits)) })}
          </Button>
        ) : null}
        {others.map((one) => (
          <Button
            size="sm"
            key={one.branch_id}
            className="h-auto! max-w-full text-start whitespace-normal!"
            onClick={() => onTake(one.branch_id)}
          >
            {t('make.short.take', {
              branch: isolateBidi(one.branch_name),
              shown: isolateBidi(number(one.available)),
            })}
          </Button>
        ))}
        {reason === 'short' && refused ? (
          <Can use={api.receipt.save}>
            <Button size="sm" onClick={() => onReceive(of)}>
              {t('make.short.receive')}
            </Button>
          </Can>
        ) : null}
        {onRemove && (reason === 'deactivated' || (fits === 0 && others.length === 0)) ? (
          <Button size="sm" onClick={onRemove}>
            {t('make.short.remove')}
          </Button>
        ) : null}
      </div>
    </div>
  );
};
