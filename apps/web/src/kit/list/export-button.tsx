import { EXPORT_FORMATS } from 'virtual:facts';
import { Download } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { HasId, ListEndpoint } from '../../lib/list/list-url.ts';
import { downloadList } from '../../lib/server/download.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { exportOf } from '../../lib/server/permission.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button, Menu, MenuItem } from '../../ui/index.ts';
import type { List } from './use-list.ts';

/** Downloads all pages of the filtered list as a file; hidden where the list has no export. */
export function ExportButton<R extends HasId>({ list }: { list: List<R> }) {
  const { t } = useTranslation('kit');
  const { can } = useSession();
  const { endpoint } = list;
  if (!endpoint.exports || !can(exportOf(endpoint))) return null;
  const input = list.input as InputOf<ListEndpoint>;
  return (
    <Menu trigger={<Button icon={<Download />}>{t('export.label')}</Button>}>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => void downloadList(endpoint, input, format)}>
          {t(`export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
