import { ALBUM_MAX, IMAGE_TYPES } from 'virtual:facts';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import { toFieldId } from '../../kit/index.ts';
import { collectErrors } from '../../lib/form/form-errors.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { moveItem, useSortableTile, useTileDrops } from '../../lib/sortable.ts';
import { MoveButtons } from '../../shared/move-buttons.tsx';
import { Badge, cx, FileDrop, IconButton } from '../../ui/index.ts';
import { getPictureKey, getPictureUrl, type PictureEntry, preparePicture } from './picture-uploads.ts';

const FILE_MAX_KB = 20 * 1024;
const NAME = 'images';
/** The kind of dragged element. */
const DRAGGED = 'product-picture';

/** The pictures of a product; the first is the cover. They are selected, dropped or pasted, sorted and removed. */
export const ProductPictures = () => {
  const { t } = useTranslation(['product', 'kit']);
  const { number } = useFormat();
  const { setError, clearErrors, getValues, setValue } = useFormContext();
  const { field } = useController({ name: NAME });
  const wrong = collectErrors(get(useFormState().errors, NAME))[0]?.message;
  const [busy, setBusy] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const album = (field.value as PictureEntry[]).filter((picture) => getPictureUrl(picture) !== null);
  const put = (next: PictureEntry[]) => setValue(NAME, next, { shouldDirty: true });
  const refuse = (message: string) => setError(NAME, { type: 'file', message });

  const take = async (file: File) => {
    if ((getValues(NAME) as PictureEntry[]).length >= ALBUM_MAX) {
      refuse(t('product:picture.too_many', { max: number(ALBUM_MAX) }));
      return;
    }
    setBusy((count) => count + 1);
    try {
      const picture = await preparePicture(file);
      clearErrors(NAME);
      // several pictures are prepared at the same time, so the current list is read here
      put([...(getValues(NAME) as PictureEntry[]), picture]);
    } catch {
      refuse(t('kit:picture.unreadable'));
    } finally {
      setBusy((count) => count - 1);
    }
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= album.length) return;
    put(moveItem(album, from, to));
    setAnnouncement(t('product:picture.moved', { number: number(to + 1) }));
  };

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => IMAGE_TYPES.includes(file.type));
    // spreadsheet cells are copied as text and as a picture; the user means the text
    if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    for (const file of files) void take(file);
  });
  useTileDrops<string>(DRAGGED, (from, to) => {
    const place = (key: string) => album.findIndex((picture) => getPictureKey(picture) === key);
    if (from !== to && place(from) >= 0) move(place(from), place(to));
  });
  useEffect(() => {
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  return (
    <div className="grid gap-2">
      <ul
        aria-label={t('product:part.pictures')}
        className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3 empty:hidden"
      >
        {album.map((picture, index) => (
          <PictureTile
            key={getPictureKey(picture)}
            picture={picture}
            index={index}
            last={index === album.length - 1}
            onMove={(by) => move(index, index + by)}
            onRemove={() => put(album.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FileDrop
        id={toFieldId(NAME)}
        multiple
        icon={<ImagePlus />}
        label={busy > 0 ? t('product:picture.busy') : t('product:picture.pick')}
        hint={t('product:picture.hint')}
        accept={IMAGE_TYPES.join(',')}
        maxKb={FILE_MAX_KB}
        onFile={(file) => void take(file)}
        onRefuse={(reason) => refuse(t(`kit:picture.${reason}`, { megabytes: number(FILE_MAX_KB / 1024) }))}
      />
      {wrong ? (
        <p role="alert" className="text-sm text-danger-text">
          <bdi>{wrong}</bdi>
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
};

type TileProps = {
  picture: PictureEntry;
  index: number;
  last: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

const PictureTile = ({ picture, index, last, onMove, onRemove }: TileProps) => {
  const { t } = useTranslation('product');
  const { ref, isOver, isAway } = useSortableTile<HTMLLIElement>(DRAGGED, getPictureKey(picture), false);
  const shown = { number: index + 1 };
  return (
    <li
      ref={ref}
      className={cx(
        'cursor-grab overflow-hidden rounded-lg border bg-surface',
        isOver ? 'border-primary ring-2 ring-focus' : 'border-line',
        isAway && 'opacity-40',
      )}
    >
      <div className="relative aspect-square bg-sunken">
        <img
          src={getPictureUrl(picture) ?? ''}
          alt={t('picture.number', shown)}
          draggable={false}
          className="size-full object-contain"
        />
        {index === 0 ? (
          <Badge variant="dark" className="absolute start-1.5 top-1.5">
            {t('picture.cover')}
          </Badge>
        ) : null}
      </div>
      <div className="flex items-center justify-between border-t border-line px-0.5">
        <MoveButtons
          earlierLabel={t('picture.earlier', shown)}
          laterLabel={t('picture.later', shown)}
          index={index}
          last={last}
          onMove={onMove}
        />
        <IconButton size="sm" label={t('picture.remove', shown)} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </li>
  );
};
