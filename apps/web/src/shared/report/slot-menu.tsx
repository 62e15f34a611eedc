import type { ReactNode } from 'react';
import { Menu, MenuRadioGroup, type NearMenuProps } from '../../ui/index.ts';

type SlotMenuProps = NearMenuProps & {
  name: string;
  value: string;
  options: readonly { value: string; label: ReactNode }[];
  onChange: (value: string) => void;
};

/** The choices of a slot. */
const SlotMenu = ({ name, value, options, onChange, ...near }: SlotMenuProps) => (
  <Menu {...near} align="start" label={name}>
    <MenuRadioGroup value={value} onChange={onChange} options={options} />
  </Menu>
);

export default SlotMenu;
