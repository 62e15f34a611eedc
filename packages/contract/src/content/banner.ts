import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import { isCustomerLink } from '../kit/rules.ts';
import {
  count,
  id,
  localDate,
  localized,
  localizedOutput,
  name,
  picture,
  text,
  zeroOrOne,
} from '../kit/scalars.ts';

/** Possible targets of a banner. */
export const BANNER_TARGETS = ['none', 'product', 'category', 'brand', 'offer', 'url'] as const;
export type BannerTarget = (typeof BANNER_TARGETS)[number];

/** Whether a banner is visible to customers now. */
export const BANNER_STATES = ['now', 'later', 'over', 'disabled', 'dead'] as const;

/** Reasons why a banner is visible or not, with the resulting state. Source: docs/rules/content.md#banners */
export const BANNER_REASONS = {
  shows: 'now',
  banner_off: 'disabled',
  slider_off: 'disabled',
  ended: 'over',
  target_deleted: 'dead',
  target_off: 'dead',
  starts_later: 'later',
  offer_not_on: 'dead',
} as const satisfies Record<string, (typeof BANNER_STATES)[number]>;
export type BannerReason = keyof typeof BANNER_REASONS;

/** Maximum number of banners in a slider. */
export const BANNERS_MAX = 50;
/** Maximum length of a description, which screen readers read instead of the picture. */
export const BANNER_DESCRIPTION_MAX = 500;

const images = z.object({
  ar: z.string().nullable(),
  en: z.string().nullable(),
  de: z.string().nullable(),
});

const publicRow = z.object({
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  /** Text alternative for the picture. */
  description: z.string(),
  descriptions: localizedOutput.optional(),
  slider_id: z.number().int(),
  /** The key by which apps request the slider. */
  slider_key: z.string(),
  slider_title: z.string(),
  ord: z.number().int(),
  target: z.object({
    type: z.enum(BANNER_TARGETS),
    /** The id of the record, or the URL. */
    target: z.union([z.number().int(), z.string(), z.null()]),
    /** The text of the link; '' when the title is enough. */
    title: localizedOutput,
    name: z.string().nullable(),
  }),
  /** The picture in the requested language, or its replacement. */
  image_url: z.string(),
  /** The language of this picture. */
  image_locale: z.enum(['ar', 'en', 'de']),
  images_url: images,
  /** The point that stays visible, in percent from the left and the top. */
  focus: z.object({ x: z.number().int(), y: z.number().int() }),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});

const row = publicRow.extend({
  status: z.number().int(),
  shows: z.enum(BANNER_STATES),
  why: z.enum(Object.keys(BANNER_REASONS) as [BannerReason, ...BannerReason[]]),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const whole = { titles: localizedOutput, descriptions: localizedOutput };
const bannerShow = row.extend({ ...whole, created_at: z.string(), updated_at: z.string() });

const version = z.number().int().min(1).optional();
const percent = z.number().int().min(0).max(100);
const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'banners', action }) as const;

const target = z
  .strictObject({
    type: z.enum(BANNER_TARGETS),
    target: z.union([id, text(2_000)]).nullish(),
    title: localized(name, { required: false }).nullish(),
  })
  .superRefine(({ type, target: to }, refine) => {
    const isMissing = to === undefined || to === null;
    const refuse = (rule: string) => refine.addIssue({ code: 'custom', path: ['target'], params: { rule } });
    if (type === 'none') {
      if (!isMissing) refuse('unknown_field');
    } else if (isMissing) refuse('required');
    else if (type === 'url') {
      if (typeof to !== 'string' || !isCustomerLink(to)) refuse('url');
    } else if (typeof to !== 'number') refuse('integer');
  });

/** Pictures of sliders with a target. */
export const banner = {
  list: list({
    path: '/admin/products/banners',
    summary: 'Banners in their order; anyone gets those that show now',
    audience: 'public',
    permission: permissionFor('view'),
    list: {
      filters: {
        slider_id: id.optional(),
        /** Filter by the slider's key. */
        slider_key: text(60).optional(),
        /** The branch of the app: its date applies, and targets it does not sell are left out. */
        branch_id: id.optional(),
        shows: z.enum(BANNER_STATES).optional(),
      },
      sorts: ['ord', 'id', 'title', 'start_date', 'end_date'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/banners/show/{id}',
      summary: 'One banner',
      audience: 'public',
      permission: permissionFor('view'),
      input: { id },
      output: bannerShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicRow.extend(whole),
  },
  save: save({
    path: '/admin/products/banners/save',
    summary: 'Create or change a banner',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      slider_id: id.optional(),
      titles: localized(name).optional(),
      descriptions: localized(text(BANNER_DESCRIPTION_MAX)).optional(),
      status: zeroOrOne.optional(),
      ord: count.optional(),
      target: target.optional(),
      /** Only the languages to change; null removes a picture. */
      images_base64: z
        .strictObject({ ar: picture.nullish(), en: picture.nullish(), de: picture.nullish() })
        .optional(),
      focus: z.strictObject({ x: percent, y: percent }).optional(),
      start_date: localDate.nullish(),
      end_date: localDate.nullish(),
    },
    output: bannerShow,
    fails: [
      'record.missing',
      'record.stale',
      'reference.missing',
      'slider.full',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['banner', 'slider'],
  }),
  order: defineCommand({
    path: '/admin/products/banners/order',
    summary: 'Put the banners of a slider in order',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { slider_id: id, ids: z.array(id).max(BANNERS_MAX) },
    output: z.object({ slider_id: z.number().int(), ids: z.array(z.number().int()) }),
    fails: ['record.missing', 'reference.missing'],
    invalidates: ['banner'],
  }),
  remove: remove({
    path: '/admin/products/banners/delete/{id}',
    summary: 'Delete a banner',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale'],
    invalidates: ['banner', 'slider'],
  }),
  restore: save({
    path: '/admin/products/banners/restore/{id}',
    summary: 'Bring a deleted banner back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: bannerShow,
    fails: ['record.missing', 'reference.missing', 'slider.full'],
    invalidates: ['banner', 'slider'],
  }),
};
