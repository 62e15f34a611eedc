import {
  ArrowLeftRight,
  CalendarClock,
  Circle,
  ClipboardCheck,
  Contact,
  FileText,
  Handshake,
  House,
  Landmark,
  Layers,
  type LucideIcon,
  MessageSquare,
  Package,
  PackagePlus,
  Receipt,
  Settings,
  ShieldCheck,
  Store,
  Tag,
  Truck,
  UserCog,
  UserRound,
  Users,
  Warehouse,
} from 'lucide-react';

/** The pictures of the screens that are built; others would only be carried along. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'arrow-left-right': ArrowLeftRight,
  'calendar-clock': CalendarClock,
  'clipboard-check': ClipboardCheck,
  contact: Contact,
  'file-text': FileText,
  handshake: Handshake,
  house: House,
  landmark: Landmark,
  layers: Layers,
  'message-square': MessageSquare,
  package: Package,
  'package-plus': PackagePlus,
  receipt: Receipt,
  settings: Settings,
  'shield-check': ShieldCheck,
  store: Store,
  tag: Tag,
  truck: Truck,
  'user-cog': UserCog,
  'user-round': UserRound,
  users: Users,
  warehouse: Warehouse,
};

/** The picture of a route by its name in the route table. */
export const iconOf = (name: string): LucideIcon => ICONS[name] ?? Circle;

/** True where the picture was not forgotten. */
export const hasIcon = (name: string): boolean => name in ICONS;
