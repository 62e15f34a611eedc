import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ICON_NAMES } from './src/app/icon-names.ts';

/** Returns an icon's shapes without the frame around them. */
const drawShapes = (name: string): string => {
  const exported = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const Icon: lucide.LucideIcon | undefined = Reflect.get(lucide, exported);
  if (!Icon) throw new Error(`Lucide has no icon ${name}`);
  return renderToStaticMarkup(createElement(Icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
};

/** Returns one SVG picture with the icons of all routes, each under its name. */
export function drawRouteIcons(): string {
  const icons = ICON_NAMES.map((name) => `<g id="${name}">${drawShapes(name)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${icons.join('')}</defs></svg>`;
}
