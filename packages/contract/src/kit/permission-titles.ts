import { ACTIONS, type Action } from '@dukkan/commerce';
import { RESOURCES, type Resource } from '../permissions.ts';
import arTitles from '../texts/ar/permissions.json' with { type: 'json' };
import deTitles from '../texts/de/permissions.json' with { type: 'json' };
import enTitles from '../texts/en/permissions.json' with { type: 'json' };
import { interpolate, type Locale } from './texts.ts';

type TitleKey = Resource | `action.${Action}` | 'narrowed';

const titles: Record<Locale, Record<TitleKey, string>> = { ar: arTitles, en: enTitles, de: deTitles };

/** A permission string in its parts; action null where the whole resource is meant. Null for what is none. */
export function readPermission(key: string): { resource: Resource; action: Action | null } | null {
  const whole = RESOURCES.find((resource) => resource === key);
  if (whole) return { resource: whole, action: null };
  const action = ACTIONS.find((candidate) => key.endsWith(`.${candidate}`));
  const resource = RESOURCES.find((candidate) => `${candidate}.${action}` === key);
  return resource && action ? { resource, action } : null;
}

/** What a permission is called in a language (decisions 0.4); the string itself where it is none of ours. */
export function permissionTitle(key: string, locale: Locale): string {
  const parts = readPermission(key);
  if (!parts) return key;
  const resource = titles[locale][parts.resource];
  if (parts.action === null) return resource;
  return interpolate(titles[locale].narrowed, { resource, action: titles[locale][`action.${parts.action}`] });
}
