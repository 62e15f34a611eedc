import * as z from 'zod';
import { defineCommand, list, remove, save } from '../kit/endpoint.ts';
import {
  ALBUM_MAX,
  id,
  localized,
  localizedOutput,
  longText,
  name,
  picture,
  zeroOrOne,
} from '../kit/scalars.ts';

const publicImage = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  name: z.string(),
  names: localizedOutput.optional(),
  description: z.string().nullable(),
  descriptions: localizedOutput.optional(),
  ord: z.number().int(),
  file_url: z.string(),
});

const image = publicImage.extend({
  status: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const permission = { resource: 'branchs', action: 'save' } as const;
const version = z.number().int().min(1).optional();

/** Pictures of a branch (docs/rules/content.md#albums). */
export const branchAlbum = {
  list: list({
    path: '/admin/branches/album',
    summary: 'Pictures of a branch in their order',
    audience: 'public',
    permission: { resource: 'branchs', action: 'view' },
    list: { filters: { branch_id: id.optional() }, sorts: ['ord', 'id'], defaultLimit: ALBUM_MAX },
    row: image,
    publicRow: publicImage,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/branches/album/save',
    summary: 'Add or change a picture of a branch',
    audience: 'staff',
    permission,
    input: {
      id: id.optional(),
      version,
      branch_id: id.optional(),
      names: localized(name, { required: false }).optional(),
      descriptions: localized(longText, { required: false }).optional(),
      ord: z.number().int().min(0).max(1_000_000).optional(),
      status: zeroOrOne.optional(),
      file_base64: picture.optional(),
      /** The picture under the name that the specification uses; same as `file_base64`. */
      file: picture.optional(),
    },
    output: image,
    fails: [
      'record.missing',
      'record.stale',
      'reference.missing',
      'branch.forbidden',
      'album.full',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['branch-album'],
  }),
  order: defineCommand({
    path: '/admin/branches/album/order',
    summary: 'Put the pictures of a branch in order',
    audience: 'staff',
    permission,
    input: { branch_id: id, ids: z.array(id).max(ALBUM_MAX) },
    output: z.object({ branch_id: z.number().int(), ids: z.array(z.number().int()) }),
    fails: ['record.missing', 'reference.missing', 'branch.forbidden'],
    invalidates: ['branch-album'],
  }),
  remove: remove({
    path: '/admin/branches/album/delete/{id}',
    summary: 'Delete a picture of a branch',
    audience: 'staff',
    permission,
    input: { id, version },
    fails: ['record.missing', 'record.stale'],
    invalidates: ['branch-album'],
  }),
};
