import { LOCATION_FILE_MAX_BYTES } from '@dukkan/contract';
import { FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Can } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { Banner, Button, useFilePick } from '../../ui/index.ts';
import { toGeoJsonFile } from './read-drawing-file.ts';

const ImportDialog = lazyChunk(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

const ACCEPT = '.geojson,.json,.kml,.kmz';
const MAX_KB = LOCATION_FILE_MAX_BYTES / 1024;

/** A button that picks a file of zones or areas and opens the import dialog with it. */
export const ImportButton = ({ kind }: { kind: 'zone' | 'area' }) => {
  const { t } = useTranslation('location');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<'type' | 'size' | 'unreadable' | null>(null);
  const { input, pick } = useFilePick({
    accept: ACCEPT,
    maxKb: MAX_KB,
    onFile: (picked) => {
      setProblem(null);
      toGeoJsonFile(picked)
        .then(setFile)
        .catch(() => setProblem('unreadable'));
    },
    onRefuse: setProblem,
  });
  return (
    <Can use={api.location.importFile}>
      {input}
      <Button icon={<FileUp />} onClick={pick}>
        {t('import.button')}
      </Button>
      {problem ? (
        <div role="alert" className="basis-full">
          <Banner tone="danger">{t(`import.file_${problem}`)}</Banner>
        </div>
      ) : null}
      {file ? (
        <Suspense fallback={null}>
          <ImportDialog key={file.lastModified} kind={kind} file={file} onClose={() => setFile(null)} />
        </Suspense>
      ) : null}
    </Can>
  );
};
