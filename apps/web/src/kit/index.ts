// The shared parts of lists and forms; a screen uses only the parts that it needs.

export { type EditMode, toEditPath, useEditMode } from '../lib/edit-mode.ts';
export {
  defineFields,
  type FieldKind,
  type FieldOption,
  type FieldSpec,
  featuredFact,
  missingFact,
  periodFact,
  type RefNoun,
  statusFact,
} from '../lib/fact.ts';
// Forms
export { toFieldId } from '../lib/form/form-errors.ts';
export { useGoBack } from '../lib/form/unsaved-changes.ts';
export type { BulkAction } from '../lib/list/bulk-actions.ts';
export { type Columns, type ListColumn, useColumnPreferences } from '../lib/list/columns.ts';
// Lists
export type { HasId, ListEndpoint, ListRowOf } from '../lib/list/list-url.ts';
export {
  type RecordWithStatus,
  runRowAction,
  useDeleteAction,
  useRecordActions,
  useUndoToast,
} from '../lib/list/record-actions.ts';
export { readRecord } from '../lib/server/read-record.ts';
export { BackLink } from './back-link.tsx';
export { Can } from './can.tsx';
export { CardLink } from './card-link.tsx';
export { FinalWords } from './final-words.tsx';
export { FormDialog, type FormDialogProps } from './form/form-dialog.tsx';
export { FormPage, type FormPageProps } from './form/form-page.tsx';
export { type FieldControl, FormInput, type FormInputProps } from './form/input.tsx';
export { LeaveDialog } from './form/leave-dialog.tsx';
export { LinesField, type LinesProps } from './form/lines-field.tsx';
export { useNameQuestion } from './form/name-question.tsx';
export { RecordButtons, type RecordButtonsProps } from './form/record-buttons.tsx';
export { type DraftOptions, type FormDraft, type SaveOutcome, useDraft } from './form/use-draft.ts';
// Fields
export { Instant } from './kinds/cell.tsx';
export { CountLink, MissingMark } from './kinds/marks.tsx';
export { PhoneText } from './kinds/phone.tsx';
export { Link, type LinkProps } from './link.tsx';
export { BulkBar } from './list/bulk-bar.tsx';
export { ColumnsMenu } from './list/columns-menu.tsx';
export { DataTable, type DataTableProps } from './list/data-table.tsx';
export { ExportButton } from './list/export-button.tsx';
export { FilterBar } from './list/filter-bar.tsx';
export { ListPage, type ListPageProps } from './list/list-page.tsx';
export { ListTools, type ListToolsProps } from './list/list-tools.tsx';
export { Pager } from './list/pager.tsx';
export { RowMenu } from './list/row-menu.tsx';
export { SearchBox } from './list/search-box.tsx';
export { type List, useList } from './list/use-list.ts';
export { type ListView, ViewTabs } from './list/view-tabs.tsx';
export { useMapBackground } from './map-background.ts';
export { MenuItemLink } from './menu-item-link.tsx';
export { PageTabs, type PageTabsProps } from './page-tabs.tsx';
export { RefPicker, RefsPicker } from './pickers/ref-picker.tsx';
export {
  CancelEdit,
  type FormEditMode,
  ReadableRecord,
  type ReadableRecordProps,
} from './reading/readable-record.tsx';
export {
  ActionItem,
  FactsCard,
  type FactsCardProps,
  Figure,
  FigureRow,
  MoreMenu,
  ReadingPage,
  type ReadingPageProps,
  ReadingSkeleton,
  StatusSwitch,
} from './reading/reading-page.tsx';
export { RichSentence } from './reading/sentence.tsx';
export { WhenNear } from './reading/when-near.tsx';
export { RecordPage, type RecordPageProps } from './record-page.tsx';
export { NotAllowed, RecordStates } from './record-states.tsx';
export { Timeline, TimelineEntries } from './timeline.tsx';
