import { ROLE_ICONS } from 'virtual:facts';
import {
  BookOpen,
  Calculator,
  Clipboard,
  Headphones,
  type LucideIcon,
  Package,
  Shield,
  ShoppingCart,
  Star,
  Store,
  Truck,
  User,
  Users,
} from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { SegmentedControl } from '../../ui/index.ts';

type IconName = (typeof ROLE_ICONS)[number];

const drawings: Record<IconName, LucideIcon> = {
  shield: Shield,
  store: Store,
  'shopping-cart': ShoppingCart,
  truck: Truck,
  calculator: Calculator,
  'book-open': BookOpen,
  user: User,
  users: Users,
  package: Package,
  headphones: Headphones,
  clipboard: Clipboard,
  star: Star,
};

const isIcon = (name: string | null): name is IconName => ROLE_ICONS.some((icon) => icon === name);

/** The icon of a role; an unknown name gets the default icon. */
export const RoleIcon = ({ name }: { name: string | null }) => {
  const Drawing = isIcon(name) ? drawings[name] : Shield;
  return <Drawing aria-hidden="true" className="size-4 shrink-0 text-subtle" />;
};

/** Selects one of all icons; each has an accessible name. */
export const IconPicker = ({
  value,
  onChange,
  disabled,
}: {
  value: string | null;
  onChange: (name: IconName) => void;
  disabled: boolean;
}) => {
  const { t } = useTranslation('role');
  return (
    <SegmentedControl<IconName>
      className="grid! grid-cols-6"
      value={isIcon(value) ? value : undefined}
      onChange={onChange}
      disabled={disabled}
      options={ROLE_ICONS.map((name) => ({
        value: name,
        label: (
          <>
            <RoleIcon name={name} />
            <span className="sr-only">{t(`icons.${name}`)}</span>
          </>
        ),
      }))}
    />
  );
};
