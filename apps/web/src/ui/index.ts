// The design system. Every text comes in as a prop; nothing here knows data, routes or languages.
// Loaded only where needed, so not named here: ./map-pin.tsx (leaflet), ./command-dialog.tsx (cmdk).
export { Badge, type BadgeProps, type BadgeVariant, StatusDot } from './badge.tsx';
export { Button, type ButtonProps, type ButtonSize, type ButtonVariant, buttonClass } from './button.tsx';
export { cx } from './cx.ts';
export { Dialog, type DialogProps } from './dialog.tsx';
export { Field, type FieldProps, useField } from './field.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { controlClass, Input, type InputProps, Textarea } from './input.tsx';
export { applyLook, currentLook, type Look } from './look.ts';
export {
  Menu,
  MenuCheck,
  type MenuCheckProps,
  MenuChoice,
  type MenuChoiceProps,
  MenuItem,
  type MenuItemProps,
  MenuLabel,
  type MenuProps,
  MenuSeparator,
  SubMenu,
} from './menu.tsx';
export { UiProvider } from './provider.tsx';
export { Spinner } from './spinner.tsx';
export { type Align, Table, Td, THead, Th, type ThProps, Tr, type TrProps } from './table.tsx';
export { Tooltip, type TooltipProps } from './tooltip.tsx';
