import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import { id, localized, localizedOutput, name, zeroOrOne } from '../kit/scalars.ts';
import { RESOURCES } from '../permissions.ts';

/** Maximum width and height of a slider in pixels. */
export const SLIDER_EDGE_MAX = 4096;

const edge = z.number().int().min(1).max(SLIDER_EDGE_MAX);

const publicRow = z.object({
  id: z.number().int(),
  key: z.string(),
  title: z.string(),
  titles: localizedOutput.optional(),
  /** Pixels. */
  width: z.number().int(),
  height: z.number().int(),
});

const row = publicRow.extend({
  status: z.number().int(),
  /** Without deleted ones. */
  banners_count: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const sliderShow = row.extend({
  titles: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

/** All staff may read sliders; the permission for banners is needed to write them. */
const view = { resource: RESOURCES, action: 'view' } as const;
const permissionFor = (action: 'save' | 'delete') => ({ resource: 'banners', action }) as const;

export const slider = {
  list: list({
    path: '/admin/sliders',
    summary: 'Sliders: places of a fixed size for banners',
    audience: 'public',
    permission: view,
    list: { filters: {}, sorts: ['key', 'id', 'title', 'width', 'height'] },
    row,
    publicRow,
    exports: 'banners',
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/sliders/show/{id}',
      summary: 'One slider',
      audience: 'public',
      permission: view,
      input: { id },
      output: sliderShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicRow.extend({ titles: localizedOutput }),
  },
  save: save({
    path: '/admin/sliders/save',
    summary: 'Create or change a slider',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      /** The key by which clients request it: lower-case letters, digits and hyphens; unique in any case. */
      key: z
        .string()
        .trim()
        .toLowerCase()
        .max(60)
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
        .optional(),
      titles: localized(name).optional(),
      width: edge.optional(),
      height: edge.optional(),
      status: zeroOrOne.optional(),
    },
    output: sliderShow,
    fails: ['record.missing', 'record.stale', 'slider.key_taken'],
    invalidates: ['slider'],
  }),
  remove: remove({
    path: '/admin/sliders/delete/{id}',
    summary: 'Delete a slider',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'slider.in_use'],
    invalidates: ['slider'],
  }),
  restore: save({
    path: '/admin/sliders/restore/{id}',
    summary: 'Bring a deleted slider back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: sliderShow,
    fails: ['record.missing', 'slider.key_taken'],
    invalidates: ['slider'],
  }),
};
