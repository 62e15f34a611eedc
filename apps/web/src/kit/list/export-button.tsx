import { EXPORT_FORMATS } from 'virtual:facts';
import { Download } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { ListEndpoint } from '../../lib/list/list-url.ts';
import { downloadList, type ExportFormat } from '../../lib/server/download.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { toExportEndpoint } from '../../lib/server/permission.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button, Menu, MenuItem } from '../../ui/index.ts';

type ExportButtonProps = {
  /** A list of a page, or an endpoint with its filters. */
  list: { readonly endpoint: ListEndpoint; readonly input: object };
  /** The kinds of files that this list has. */
  formats?: readonly ExportFormat[];
  /** Held by a screen that opens it by a key. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Downloads all pages of the filtered list as a file; hidden where the list has no export. */
export function ExportButton({ list, formats = EXPORT_FORMATS, open, onOpenChange }: ExportButtonProps) {
  const { t } = useTranslation('kit');
  const { can } = useSession();
  const { endpoint } = list;
  if (!endpoint.exports || !can(toExportEndpoint(endpoint))) return null;
  const input = list.input as InputOf<ListEndpoint>;
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      trigger={<Button icon={<Download />}>{t('export.label')}</Button>}
    >
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => void downloadList(endpoint, input, format)}>
          {t(`export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
