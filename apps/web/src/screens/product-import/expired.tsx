import { FileClock, FileUp } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Card, EmptyState } from '../../ui/index.ts';
import { getNewImportPath, type ImportKind } from './import.ts';

/** Shown when the uploaded file was deleted, so that this import cannot continue. */
export const Expired = ({ kind }: { kind: ImportKind }) => {
  const { t } = useTranslation('product-import');
  return (
    <Card>
      <EmptyState
        icon={<FileClock />}
        title={t('expired.title')}
        text={t('expired.text')}
        actions={
          <Button asChild variant="primary" icon={<FileUp />}>
            <Link to={getNewImportPath(kind)}>{t('expired.again')}</Link>
          </Button>
        }
      />
    </Card>
  );
};
