import { ACTIONS, type Action } from '@dukkan/commerce';
import { RESOURCES, type Resource } from '../permissions.ts';
import arTitles from '../texts/ar/permissions.json' with { type: 'json' };
import deTitles from '../texts/de/permissions.json' with { type: 'json' };
import enTitles from '../texts/en/permissions.json' with { type: 'json' };
import { interpolate, type Locale } from './texts.ts';

type TitleKey = Resource | `action.${Action}` | 'narrowed';

const titles: Record<Locale, Record<TitleKey, string>> = { ar: arTitles, en: enTitles, de: deTitles };

/**
 * Splits a permission into resource and action; the action is null for the whole resource, the result is null for an
 * unknown permission.
 */
export function parsePermissionKey(key: string): { resource: Resource; action: Action | null } | null {
  const resourceKey = RESOURCES.find((resource) => resource === key);
  if (resourceKey) return { resource: resourceKey, action: null };
  const action = ACTIONS.find((candidate) => key.endsWith(`.${candidate}`));
  const resource = RESOURCES.find((candidate) => `${candidate}.${action}` === key);
  return resource && action ? { resource, action } : null;
}

/** The title of a permission in a language; the permission itself when it is unknown. */
export function getPermissionTitle(key: string, locale: Locale): string {
  const parts = parsePermissionKey(key);
  if (!parts) return key;
  const resource = titles[locale][parts.resource];
  if (parts.action === null) return resource;
  return interpolate(titles[locale].narrowed, { resource, action: titles[locale][`action.${parts.action}`] });
}
