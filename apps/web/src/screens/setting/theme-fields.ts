import { defineFields } from '../../kit/index.ts';

const createOptions = (name: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `theme:${name}.${value}` }));

/** The fields of the shop's theme. Rule: docs/rules/theme.md */
export const themeFields = defineFields({
  primary: { kind: 'code', name: 'theme.primary', label: 'theme:primary' },
  radius: { kind: 'integer', name: 'theme.radius', label: 'theme:radius' },
  skin: {
    kind: 'choice',
    name: 'theme.skin',
    label: 'theme:skin.label',
    options: createOptions('skin', ['light', 'dark', 'system']),
  },
  density: {
    kind: 'choice',
    name: 'theme.density',
    label: 'theme:density.label',
    options: createOptions('density', ['comfortable', 'compact']),
  },
  menu: {
    kind: 'choice',
    name: 'theme.menu',
    label: 'theme:menu.label',
    options: createOptions('menu', ['open', 'collapsed']),
  },
});
