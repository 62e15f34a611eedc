import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { NotAllowed, ReadableRecord, RecordStates } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { getVisitKey } from '../../lib/visit-key.ts';
import { DeletedRecord } from '../../shared/deleted-stock.tsx';
import { SkeletonRows } from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';
import { ProductForm } from './form.tsx';
import { copyStoredPicture, type PictureEntry } from './picture-uploads.ts';
import { ProductReading } from './reading.tsx';

export default function ProductPage() {
  const isNew = useParams().id === undefined;
  const [address] = useSearchParams();
  const { can } = useSession();
  // the visit's key makes 'save and new' create a fresh form, because the URL is the same
  const key = getVisitKey(useLocation());
  if (isNew && !can(api.product.save)) return <NotAllowed use={api.product.save} />;
  const like = address.get('copy') ?? '';
  if (isNew && /^[1-9]\d{0,9}$/.test(like)) return <CopyPage key={key} id={Number(like)} />;
  const barcode = address.get('barcode');
  if (isNew && barcode) return <ProductForm key={key} record={null} seed={{ barcode }} />;
  return (
    <ReadableRecord
      key={isNew ? key : 'stored'}
      of={api.product.show}
      create={api.product.save}
      missing={(id, otherwise) => <DeletedRecord noun="product" id={id} otherwise={otherwise} />}
      mayEdit={(record) => record.actions.includes('save') && can(api.product.save)}
      read={(record, edit) => <ProductReading record={record} edit={edit} />}
      form={(record, edit) => <ProductForm record={record} edit={edit} />}
    />
  );
}

/** A new product as a copy of another one. */
const CopyPage = ({ id }: { id: number }) => (
  <RecordStates read={useRead(api.product.show, { id })} use={api.product.show}>
    {(like) => <CopiedProductForm like={like} />}
  </RecordStates>
);

const CopiedProductForm = ({ like }: { like: EditedProduct }) => {
  const { t } = useTranslation('kit');
  const [seed] = useState(like);
  const [images, setImages] = useState<PictureEntry[] | null>(null);
  useEffect(() => {
    let here = true;
    void Promise.all(seed.images.map(({ url }) => copyStoredPicture(url))).then(
      (pictures) => here && setImages(pictures.filter((picture) => picture !== null)),
    );
    return () => {
      here = false;
    };
  }, [seed]);
  if (!images) return <SkeletonRows columns={2} label={t('list.loading')} />;
  return <ProductForm record={null} seed={{ like: seed, images }} />;
};
