// The design system. Texts are props; nothing here knows data, routes or languages. Files that are loaded on demand
// are not exported here: ./map/map-pin.tsx (leaflet), ./overlay/command-dialog.tsx (cmdk), ./overlay/toaster.tsx (sonner).

export {
  type Appearance,
  applyAppearance,
  type OwnAppearance,
  readOwnAppearance,
  storeOwnAppearance,
} from './appearance.ts';
export { Button, type ButtonProps, type ButtonSize, type ButtonVariant, getButtonClass } from './button.tsx';
export { Checkbox, type CheckboxProps } from './choice/checkbox.tsx';
export { Chip, type ChipProps } from './choice/chip.tsx';
export { Combobox, type ComboboxProps, MultiCombobox, type MultiComboboxProps } from './choice/combobox.tsx';
export type { ComboboxOption } from './choice/combobox-list.tsx';
export { DayBar, type DayBarProps } from './choice/day-bar.tsx';
export { OrderList, type OrderListProps, type ReorderableItem } from './choice/order-list.tsx';
export { type Choice, RadioGroup, type RadioGroupProps, SegmentedControl } from './choice/radio-group.tsx';
export { Select, type SelectOption, type SelectProps } from './choice/select.tsx';
export { Switch, type SwitchProps } from './choice/switch.tsx';
export { cx } from './cx.ts';
export { Avatar, type AvatarProps } from './display/avatar.tsx';
export { Badge, type BadgeProps, type BadgeVariant, StatusDot } from './display/badge.tsx';
export { Banner, type BannerProps, type BannerTone } from './display/banner.tsx';
export { Card, CardBody, CardHeader, type CardHeaderProps } from './display/card.tsx';
export { EmptyState, type EmptyStateProps } from './display/empty-state.tsx';
export { FactList } from './display/fact-list.tsx';
export { Glyph } from './display/glyph.tsx';
export { Divider, Kbd, VisuallyHidden } from './display/kbd.tsx';
export { ProgressBar } from './display/progress-bar.tsx';
export { DelayedFallback, Skeleton, type SkeletonProps, SkeletonRows } from './display/skeleton.tsx';
export { Spinner } from './display/spinner.tsx';
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
} from './display/table.tsx';
export { Field, type FieldProps, useField } from './field/field.tsx';
export { FileDrop, type FileDropProps, useFilePick } from './field/file-drop.tsx';
export { ImageField, type ImageFieldProps } from './field/image-field.tsx';
export { type LocalizedLanguage, LocalizedTabs, type LocalizedTabsProps } from './field/localized-tabs.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { LazyMenu, type NearMenuProps } from './menu/lazy-menu.tsx';
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
} from './menu/menu.tsx';
export { MenuTriggerAlone, type OpenedBy, type TriggerElement } from './menu/menu-trigger.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './overlay/confirm-dialog.tsx';
export { Dialog, type DialogProps } from './overlay/dialog.tsx';
export { Drawer, type DrawerProps } from './overlay/drawer.tsx';
export { Popover, type PopoverProps } from './overlay/popover.tsx';
export { type LeaveAnswers, UiProvider } from './overlay/portal-provider.tsx';
export { SecretDialog, type SecretDialogProps } from './overlay/secret-dialog.tsx';
export { Sheet, type SheetProps } from './overlay/sheet.tsx';
export { Tooltip, type TooltipProps } from './overlay/tooltip.tsx';
export { PageHeader, type PageHeaderProps, PageToolsContext } from './page/page-header.tsx';
export { Pagination, type PaginationLabels, type PaginationProps } from './page/pagination.tsx';
export { TabPanel, Tabs, type TabsProps } from './page/tabs.tsx';
export { StickyBar, Toolbar } from './page/toolbar.tsx';
export { toLatinDigits } from './text-input/digits.ts';
export { controlClass, Input, type InputProps, Textarea } from './text-input/input.tsx';
export { InsideButton } from './text-input/inside-button.ts';
export { NumberInput, type NumberInputProps } from './text-input/number-input.tsx';
export { OtpInput, type OtpInputProps } from './text-input/otp-input.tsx';
export { PasswordInput, type PasswordInputProps } from './text-input/password-input.tsx';
export { SearchInput, type SearchInputProps } from './text-input/search-input.tsx';
