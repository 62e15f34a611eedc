import { ALBUM_MAX, IMAGE_TYPES } from 'virtual:facts';
import { ImagePlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { FormInput } from '../../kit/form/input.tsx';
import { DraftContext, useDraft } from '../../kit/form/use-draft.ts';
import { defineFields, FinalWords, type ListRowOf, RecordStates, statusFact } from '../../kit/index.ts';
import { readSmallPicture } from '../../lib/form/picture-data.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { showDangerToast } from '../../lib/server/toast.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { moveItem, useSortableTile, useTileDrops } from '../../lib/sortable.ts';
import { MoveButtons } from '../../shared/move-buttons.tsx';
import {
  Badge,
  Card,
  CardBody,
  CardHeader,
  ConfirmDialog,
  cx,
  EmptyState,
  FileDrop,
  IconButton,
} from '../../ui/index.ts';

type Image = ListRowOf<typeof api.branchAlbum.list>;

const FILE_MAX_KB = 20 * 1024;
/** The kind of dragged element. */
const DRAGGED = 'branch-picture';

const facts = defineFields({
  names: { kind: 'localized', label: 'branch:album.name' },
  descriptions: { kind: 'localized', rows: 3, label: 'fields:descriptions' },
  status: statusFact,
});

/** The pictures of a branch that customers see: add, name, sort, remove; each change is saved at once. */
export const BranchAlbum = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation(['branch', 'kit']);
  const { number } = useFormat();
  const may = useSession().can(api.branchAlbum.save);
  const read = useRead(api.branchAlbum.list, { branch_id, limit: ALBUM_MAX, all_locale: true });
  const { submit: add } = useWrite(api.branchAlbum.save);
  const { submit: reorder } = useWrite(api.branchAlbum.order);
  const [busy, setBusy] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const [edited, setEdited] = useState<Image | null>(null);
  const [doomed, setDoomed] = useState<Image | null>(null);
  // the order just set by the user, until the server's list is loaded again
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const refuse = (message: string) => showDangerToast(message);

  const take = async (file: File) => {
    setBusy((count) => count + 1);
    try {
      const file_base64 = await readSmallPicture(file);
      await add({ branch_id, file_base64 });
    } catch {
      refuse(t('kit:picture.unreadable'));
    } finally {
      setBusy((count) => count - 1);
    }
  };
  const stored = read.results ?? [];
  const images = order ? order.flatMap((id) => stored.find((image) => image.id === id) ?? []) : stored;
  const numberOf = ({ id }: Image) => number(images.findIndex((image) => image.id === id) + 1);
  const move = async (from: number, to: number) => {
    if (to < 0 || to >= images.length || from === to) return;
    const ids = moveItem(
      images.map(({ id }) => id),
      from,
      to,
    );
    setOrder(ids);
    setAnnouncement(t('branch:album.moved', { number: number(to + 1) }));
    if (await reorder({ branch_id, ids })) await read.refetch();
    setOrder(null);
  };
  useTileDrops<number>(DRAGGED, (from, to) => {
    const place = (id: number) => images.findIndex((image) => image.id === id);
    void move(place(from), place(to));
  });

  return (
    <Card>
      <CardHeader
        title={t('branch:album.title')}
        description={t('branch:album.text', { shown: number(stored.length), max: number(ALBUM_MAX) })}
      />
      <CardBody className="grid gap-3">
        <RecordStates
          read={{ results: read.results, failure: read.failure, refetch: read.refetch }}
          use={api.branchAlbum.list}
        >
          {() =>
            images.length === 0 ? (
              <EmptyState
                icon={<ImagePlus />}
                title={t('branch:album.empty')}
                text={t('branch:album.empty_text')}
              />
            ) : (
              <ul
                aria-label={t('branch:album.title')}
                className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3"
              >
                {images.map((image, index) => (
                  <Tile
                    key={image.id}
                    image={image}
                    index={index}
                    last={index === images.length - 1}
                    locked={!may}
                    onMove={(by) => void move(index, index + by)}
                    onEdit={() => setEdited(image)}
                    onRemove={() => setDoomed(image)}
                  />
                ))}
              </ul>
            )
          }
        </RecordStates>
        {may && stored.length < ALBUM_MAX ? (
          <FileDrop
            id="album-file"
            multiple
            icon={<ImagePlus />}
            label={busy > 0 ? t('branch:album.busy') : t('branch:album.pick')}
            hint={t('branch:album.hint')}
            accept={IMAGE_TYPES.join(',')}
            maxKb={FILE_MAX_KB}
            onFile={(file) => void take(file)}
            onRefuse={(reason) =>
              refuse(t(`kit:picture.${reason}`, { megabytes: number(FILE_MAX_KB / 1024) }))
            }
          />
        ) : null}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </CardBody>
      {edited ? (
        <ImageDialog image={edited} number={numberOf(edited)} onClose={() => setEdited(null)} />
      ) : null}
      {doomed ? (
        <RemoveQuestion image={doomed} number={numberOf(doomed)} onClose={() => setDoomed(null)} />
      ) : null}
    </Card>
  );
};

type ImageDialogProps = {
  image: Image;
  /** The position of the picture, from 1, as it is shown. */
  number: string;
  onClose: () => void;
};

/** Asks before a picture is removed for good. */
const RemoveQuestion = ({ image, number, onClose }: ImageDialogProps) => {
  const { t } = useTranslation(['branch', 'kit']);
  const { submit: remove, busy } = useWrite(api.branchAlbum.remove, {
    success: t('branch:album.removed', { number }),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('branch:album.remove_title')}
      text={<FinalWords deletes />}
      confirmLabel={t('branch:album.remove_action')}
      cancelLabel={t('kit:cancel')}
      onConfirm={() => void remove({ id: image.id }).then((done) => done && onClose())}
      loading={busy}
    />
  );
};

type TileProps = {
  image: Image;
  index: number;
  last: boolean;
  locked: boolean;
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
  onRemove: () => void;
};

const Tile = ({ image, index, last, locked, onMove, onEdit, onRemove }: TileProps) => {
  const { t } = useTranslation('branch');
  const { ref, isOver, isAway } = useSortableTile<HTMLLIElement>(DRAGGED, image.id, locked);
  const shown = { number: index + 1 };
  return (
    <li
      ref={ref}
      className={cx(
        'min-w-0 overflow-hidden rounded-lg border bg-surface',
        locked ? '' : 'cursor-grab',
        isOver ? 'border-primary ring-2 ring-focus' : 'border-line',
        isAway && 'opacity-40',
      )}
    >
      <div className="relative aspect-[4/3] bg-sunken">
        <img
          src={image.file_url}
          alt={image.name || t('album.number', shown)}
          draggable={false}
          className="size-full object-cover"
        />
        {image.status === 1 ? null : (
          <Badge variant="dark" className="absolute start-1.5 top-1.5">
            {t('album.hidden')}
          </Badge>
        )}
      </div>
      <p className="min-h-6 truncate px-2 pt-1 text-sm" title={image.name}>
        <bdi>{image.name}</bdi>
      </p>
      {locked ? null : (
        <div className="flex items-center justify-between px-0.5">
          <MoveButtons
            earlierLabel={t('album.earlier', shown)}
            laterLabel={t('album.later', shown)}
            index={index}
            last={last}
            onMove={onMove}
          />
          <span className="flex">
            <IconButton size="sm" label={t('album.edit', shown)} icon={<Pencil />} onClick={onEdit} />
            <IconButton size="sm" label={t('album.remove', shown)} icon={<Trash2 />} onClick={onRemove} />
          </span>
        </div>
      )}
    </li>
  );
};

/** The name and description of a picture, and whether customers see it. */
const ImageDialog = ({ image, number, onClose }: ImageDialogProps) => {
  const { t } = useTranslation('branch');
  const draft = useDraft(api.branchAlbum.save, {
    facts,
    record: image,
    defaults: () => ({
      names: image.names,
      descriptions: image.descriptions,
      status: image.status === 0 ? (0 as const) : (1 as const),
    }),
    success: t('album.saved', { number }),
    onSaved: onClose,
  });
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t('album.edit_title')}
          action={t('album.save')}
          busy={draft.busy}
          onSubmit={draft.submit}
          onClose={onClose}
        >
          <FormInput of={facts.names} />
          <FormInput of={facts.descriptions} />
          <FormInput of={facts.status} />
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};
