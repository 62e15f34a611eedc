import { EXPORT_FORMATS, PAPER_ROWS_MAX } from 'virtual:facts';
import { Download } from 'lucide-react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type Columns, getExportFields, type ListColumn } from '../../lib/list/columns.ts';
import type { HasId, ListEndpoint } from '../../lib/list/list-url.ts';
import { downloadList, type ExportFormat } from '../../lib/server/download.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { withExportPermission } from '../../lib/server/permission.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button, Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/index.ts';

type ExportButtonProps<R extends HasId> = {
  /** The list of the page, or an endpoint with its filters; `meta` tells how many rows there are. */
  list: {
    readonly endpoint: ListEndpoint;
    readonly input: object;
    readonly meta?: { readonly total: number } | undefined;
  };
  /** The list's columns and the visible ones; without them the file always has every column. */
  columns?: readonly ListColumn<R>[];
  visibleColumns?: Columns;
  /** The file formats that this list can be exported to. */
  formats?: readonly ExportFormat[];
  /** Set by a screen that opens the dialog with a keyboard shortcut. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/**
 * Downloads all pages of the filtered list as a file, with the visible columns or all; hidden for lists without an
 * export.
 */
export function ExportButton<R extends HasId>({
  list,
  columns,
  visibleColumns,
  formats = EXPORT_FORMATS,
  open,
  onOpenChange,
}: ExportButtonProps<R>) {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  const { can } = useSession();
  const { endpoint } = list;
  const total = list.meta?.total ?? 0;
  const paperReason =
    total > PAPER_ROWS_MAX
      ? t('export.too_long', { max: isolateBidi(number(PAPER_ROWS_MAX)), shown: isolateBidi(number(total)) })
      : undefined;
  if (!endpoint.exports || !can(withExportPermission(endpoint))) return null;
  const input = list.input as InputOf<ListEndpoint>;
  const chosen = columns && visibleColumns ? getExportFields(columns, visibleColumns) : null;
  const items = (fields: string[] | null) =>
    formats.map((format) => (
      <MenuItem
        key={format}
        reason={format === 'pdf' ? paperReason : undefined}
        onSelect={() =>
          void downloadList(
            endpoint,
            fields ? ({ ...input, columns: fields } as typeof input) : input,
            format,
          )
        }
      >
        {t(`export.${format}`)}
      </MenuItem>
    ));
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      trigger={<Button icon={<Download />}>{t('export.label')}</Button>}
    >
      {chosen ? (
        <>
          <MenuLabel>{t('export.shown')}</MenuLabel>
          {items(chosen)}
          <MenuSeparator />
          <MenuLabel>{t('export.all')}</MenuLabel>
        </>
      ) : null}
      {items(null)}
    </Menu>
  );
}
