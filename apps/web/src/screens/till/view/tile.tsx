import { fromMinor, resolveText, toMinorRounded } from '@dukkan/commerce';
import { Package, PackageOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useLocale, useTranslation } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/index.ts';
import { ONE } from '../data/draft.ts';
import type { StoredItem } from '../pack/pack-index.ts';
import type { PackBundle } from '../pack/pack-shape.ts';
import { useOpenTill } from './till-context.ts';

type TileProps = {
  title: string;
  price: number;
  image: string | null;
  empty: ReactNode;
  stock: ReactNode;
  onAdd: () => void;
};

/** Moves the focus between tiles with the arrows, so that the whole finder is used without a mouse. */
function moveFocus(from: HTMLElement, key: string): boolean {
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
  const at = tiles.indexOf(from);
  const isRtl = document.documentElement.dir === 'rtl';
  const row = tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowDown: row,
    ArrowUp: -row,
  };
  const step = steps[key];
  if (step === undefined) return false;
  const next = tiles[at + step];
  if (next) next.focus();
  else if (step < 0) document.querySelector<HTMLElement>('[data-till-search]')?.focus();
  return true;
}

const Tile = ({ title, price, image, empty, stock, onAdd }: TileProps) => {
  const { money } = useFormat();
  const { session } = useOpenTill();
  const [isBroken, setBroken] = useState(false);
  const { Currency } = session.shop.settings;
  return (
    <button
      type="button"
      data-tile=""
      title={title}
      onClick={onAdd}
      onKeyDown={(event) => {
        if (!moveFocus(event.currentTarget, event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="flex h-full min-h-11 w-full flex-col overflow-hidden rounded-lg border border-line bg-surface text-start transition-colors duration-75 hover:border-line-strong active:bg-primary-soft"
    >
      <span className="grid aspect-3/2 w-full place-items-center bg-sunken text-subtle [&_svg]:size-7">
        {image && !isBroken ? (
          <img
            src={image}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setBroken(true)}
            className="size-full object-cover"
          />
        ) : (
          empty
        )}
      </span>
      <span className="flex w-full flex-1 flex-col gap-0.5 p-2">
        <span className="line-clamp-2 min-h-[2.6em] text-sm leading-[1.3] font-medium text-ink">
          <bdi>{title}</bdi>
        </span>
        <bdi className="font-semibold text-ink tabular">{money(price, Currency)}</bdi>
        {stock}
      </span>
    </button>
  );
};

/** An item to add: its picture, title, price, and how many there were when the till last heard of it. */
export const ItemTile = ({ of, onAdd }: { of: StoredItem; onAdd: () => void }) => {
  const { t } = useTranslation('till');
  const { number, moment } = useFormat();
  const locale = useLocale();
  const { session } = useOpenTill();
  const { settings, branch } = session.shop;
  const left = session.availableOf(of.item_id) ?? 0;
  const units = isolateBidi(number(Math.max(0, left) / ONE));
  return (
    <Tile
      title={resolveText(of.titles, locale)}
      price={fromMinor(toMinorRounded(of.price, settings.scale), settings.scale)}
      image={of.image}
      empty={<Package aria-hidden="true" />}
      onAdd={onAdd}
      stock={
        branch.checks_availability || left > 0 ? (
          <span
            title={t('stock.as_of', { at: isolateBidi(moment(of.as_of)) })}
            className={cx('text-xs tabular', left > 0 ? 'text-subtle' : 'font-medium text-warning-text')}
          >
            {t('stock.left', { shown: units })}
          </span>
        ) : null
      }
    />
  );
};

export const BundleTile = ({ of, onAdd }: { of: PackBundle; onAdd: () => void }) => (
  <Tile
    title={resolveText(of.titles, useLocale())}
    price={of.bundle_price}
    image={of.image}
    empty={<PackageOpen aria-hidden="true" />}
    onAdd={onAdd}
    stock={null}
  />
);
