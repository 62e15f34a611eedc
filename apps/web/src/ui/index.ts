// The design system. Texts are props; nothing here knows data, routes or languages. Files that are loaded on demand
// are not exported here: ./map-pin.tsx (leaflet), ./command-dialog.tsx (cmdk), ./toaster.tsx (sonner).

export {
  type Appearance,
  applyAppearance,
  type OwnAppearance,
  readOwnAppearance,
  storeOwnAppearance,
} from './appearance.ts';
// Display
export { Avatar, type AvatarProps } from './avatar.tsx';
export { Badge, type BadgeProps, type BadgeVariant, StatusDot } from './badge.tsx';
export { Banner, type BannerProps, type BannerTone } from './banner.tsx';
// Actions
export { Button, type ButtonProps, type ButtonSize, type ButtonVariant, getButtonClass } from './button.tsx';
export { Card, CardBody, CardHeader, type CardHeaderProps } from './card.tsx';
export { Checkbox, type CheckboxProps } from './checkbox.tsx';
// Form controls; inside a Field they read their attributes from it
export { Chip, type ChipProps } from './chip.tsx';
export { Combobox, type ComboboxProps, MultiCombobox, type MultiComboboxProps } from './combobox.tsx';
export type { ComboboxOption } from './combobox-list.tsx';
// Dialogs and floating panels
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
// Shared
export { cx } from './cx.ts';
export { DateInput, type DateInputProps } from './date-input.tsx';
export { DayBar, type DayBarProps } from './day-bar.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { toLatinDigits } from './digits.ts';
export { Drawer, type DrawerProps } from './drawer.tsx';
export { EmptyState, type EmptyStateProps } from './empty-state.tsx';
export { FactList } from './fact-list.tsx';
export { Field, type FieldProps, useField } from './field.tsx';
export { FileDrop, type FileDropProps, useFilePick } from './file-drop.tsx';
export { Glyph } from './glyph.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { ImageField, type ImageFieldProps } from './image-field.tsx';
export { controlClass, Input, type InputProps, Textarea } from './input.tsx';
export { InsideButton } from './inside-button.ts';
export { Divider, Kbd, VisuallyHidden } from './kbd.tsx';
export { LazyMenu, type NearMenuProps } from './lazy-menu.tsx';
export { type LocalizedLanguage, LocalizedTabs, type LocalizedTabsProps } from './localized-tabs.tsx';
export {
  Menu,
  MenuCheckboxItem,
  type MenuCheckProps,
  type MenuChoiceProps,
  MenuItem,
  type MenuItemProps,
  MenuLabel,
  type MenuProps,
  MenuRadioGroup,
  MenuSeparator,
  SubMenu,
} from './menu.tsx';
export { MenuTriggerAlone, type OpenedBy, type TriggerElement } from './menu-trigger.tsx';
export { NumberInput, type NumberInputProps } from './number-input.tsx';
export { OrderList, type OrderListProps, type ReorderableItem } from './order-list.tsx';
export { OtpInput, type OtpInputProps } from './otp-input.tsx';
export { PageHeader, type PageHeaderProps, PageToolsContext } from './page-header.tsx';
export { Pagination, type PaginationLabels, type PaginationProps } from './pagination.tsx';
export { PasswordInput, type PasswordInputProps } from './password-input.tsx';
export { Popover, type PopoverProps } from './popover.tsx';
export { type LeaveAnswers, UiProvider } from './portal-provider.tsx';
export { ProgressBar } from './progress-bar.tsx';
export { type Choice, RadioGroup, type RadioGroupProps, SegmentedControl } from './radio-group.tsx';
export { SearchInput, type SearchInputProps } from './search-input.tsx';
export { SecretDialog, type SecretDialogProps } from './secret-dialog.tsx';
export { Select, type SelectOption, type SelectProps } from './select.tsx';
export { DelayedFallback, Skeleton, type SkeletonProps, SkeletonRows } from './skeleton.tsx';
export { Spinner } from './spinner.tsx';
export { Switch, type SwitchProps } from './switch.tsx';
export {
  type Align,
  getCellClass,
  pinnedCell,
  Table,
  Td,
  THead,
  Th,
  type ThProps,
  Tr,
  type TrProps,
} from './table.tsx';
export { TabPanel, Tabs, type TabsProps } from './tabs.tsx';
export { StickyBar, Toolbar } from './toolbar.tsx';
export { Tooltip, type TooltipProps } from './tooltip.tsx';
