import { toCompactPhone } from '@dukkan/commerce';
import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import { flag, id, ids, localized, localizedOutput, money, name, zeroOrOne } from '../kit/scalars.ts';
import { featureProperty, locationImportOutput } from './location-import.ts';
import { point, quotePublic } from './quote.ts';

/** -2 country, -1 state, 0 area, 1 city, 2 zone. */
export const LOCATION_TYPES = [-2, -1, 0, 1, 2] as const;
/** Maximum number of points in a quote. */
export const QUOTE_POINTS_MAX = 1_000;
/** Maximum delivery time: 60 days. */
const MINUTES_MAX = 86_400;

const amount = z.number().nullable();

/** The place's own terms; null inherits from the place above, 0 is a value. */
const rates = {
  min_order: amount,
  delivery_charge: amount,
  delivery_minutes: z.number().int().nullable(),
  /** 0: never free. */
  free_after_amount: amount,
};

const fields = {
  id: z.number().int(),
  type: z.number().int(),
  parent_id: z.number().int().nullable(),
  parent_name: z.string().nullable(),
  name: z.string(),
  names: localizedOutput.optional(),
  code: z.string().nullable(),
  timezone: z.string().nullable(),
  utc: z.string().nullable(),
  mobileCode: z.string().nullable(),
  status: z.number().int(),
  ...rates,
};

const publicRow = z.object(fields);

const row = z.object({
  ...fields,
  /** Number of existing places directly below it. */
  children_count: z.number().int(),
  /** Area of the drawing in square metres; null without one. */
  area_m2: z.number().nullable(),
  /** The caller's branches that deliver there. */
  branches_ids: z.array(z.number().int()),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const position = z.array(z.number());
/** A GeoJSON MultiPolygon's coordinates: parts, rings, positions [lng, lat]. */
export const multiPolygon = z.array(z.array(z.array(position)));

const box = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });

export const locationShow = row.extend({
  names: localizedOutput,
  polygons: multiPolygon.nullable(),
  box: box.nullable(),
  /** The terms after inheritance; null where there is no delivery. */
  terms: z
    .object({
      min_order: z.number(),
      delivery_charge: z.number(),
      delivery_minutes: z.number().int().nullable(),
      free_after_amount: z.number(),
    })
    .nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

const drawing = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  parent_id: z.number().int().nullable(),
  area_m2: z.number(),
  box,
  polygons: multiPolygon,
  /** Inherited; null when no place has one. */
  delivery_charge: z.number().nullable(),
  /** Active delivering branches that serve it. */
  branches_ids: z.array(z.number().int()),
});

/** An address with its zone before and after: null for none, '' for the zone being drawn. */
const moved = z.object({
  id: z.number().int(),
  name: z.string(),
  from_id: z.number().int().nullable(),
  from_name: z.string().nullable(),
  to_id: z.number().int().nullable(),
  to_name: z.string().nullable(),
});

/** Anything that describes a drawing: GeoJSON, Google's arrays, or a JSON text of one of them. */
const polygons = z.unknown();

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'areas', action }) as const;
const version = z.number().int().min(1).optional();

const undrawable = [
  'polygon.unreadable',
  'polygon.not_a_number',
  'polygon.latitude',
  'polygon.longitude',
  'polygon.antimeridian',
  'polygon.open',
  'polygon.too_few_points',
  'polygon.crosses_itself',
  'polygon.hole_outside',
  'polygon.too_small',
  'polygon.too_many_points',
  'polygon.too_many_crossings',
  'polygon.not_united',
] as const;

const invalidates = ['location', 'branch', 'address'] as const;

export const location = {
  list: list({
    path: '/admin/products/areas',
    summary: 'Countries, states, cities, areas and zones',
    audience: 'public',
    permission: permissionFor('view'),
    list: {
      filters: {
        type: z.int().min(-2).max(2).optional(),
        parent_id: id.optional(),
        /** Places served by this branch. */
        branch_id: id.optional(),
      },
      sorts: ['name', 'id', 'status', 'delivery_charge', 'min_order', 'area_m2'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/areas/show/{id}',
    summary: 'One place with its drawing',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: locationShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/areas/save',
    summary: 'Create or change a place',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      type: z.int().min(-2).max(2).optional(),
      parent_id: id.nullish(),
      names: localized(name).optional(),
      status: zeroOrOne.optional(),
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/)
        .nullish(),
      timezone: z.string().max(60).nullish(),
      utc: z
        .string()
        .regex(/^UTC[+-](0\d|1[0-4]):[0-5]\d$/)
        .nullish(),
      mobileCode: z
        .string()
        .overwrite(toCompactPhone)
        .regex(/^\+\d{1,6}$/)
        .nullish(),
      min_order: money(4).nullish(),
      delivery_charge: money(4).nullish(),
      delivery_minutes: z.int().min(0).max(MINUTES_MAX).nullish(),
      free_after_amount: money(4).nullish(),
      polygons: polygons.optional(),
    },
    output: locationShow,
    fails: ['record.missing', 'record.stale', 'record.duplicate', 'reference.missing', ...undrawable],
    invalidates,
  }),
  remove: remove({
    path: '/admin/products/areas/delete/{id}',
    summary: 'Delete a place that nothing points to',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'location.in_use'],
    invalidates,
  }),
  restore: save({
    path: '/admin/products/areas/restore/{id}',
    summary: 'Bring a deleted place back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: locationShow,
    fails: ['record.missing', 'record.duplicate', 'reference.missing'],
    invalidates,
  }),
  quote: {
    ...show({
      path: '/admin/products/areas/quote',
      summary:
        'What is delivered to a point or area, by which branch and for how much; staff ask up to 1,000 points',
      audience: 'public',
      permission: permissionFor('view'),
      input: {
        point: point.optional(),
        points: z.array(point).min(1).max(QUOTE_POINTS_MAX).optional(),
        area_id: id.optional(),
        branch_id: id.optional(),
      },
      output: quotePublic.extend({
        /** The zones that contain the point, winner first, and the reason why it wins. */
        reason: z.enum(['only', 'assigned', 'smaller', 'cheaper', 'older', 'area']).optional(),
        zones: z
          .array(
            z.object({
              id: z.number().int(),
              name: z.string(),
              area_m2: z.number(),
              delivery_charge: z.number().nullable(),
              assigned: z.boolean(),
            }),
          )
          .optional(),
      }),
      fails: ['no_delivery', 'reference.missing', 'permission.denied'],
      invalidates: [],
    }),
    publicOutput: quotePublic,
  },
  shapes: show({
    path: '/admin/products/areas/shapes',
    longList: 'zones',
    summary: 'What maps show: every drawn zone, and the places and branches whose position is known',
    audience: 'staff',
    permission: { resource: ['areas', 'Addresses', 'orders', 'branchs'], action: 'view' },
    input: {},
    output: z.object({
      zones: z.array(drawing),
      /** Active states, cities and areas. */
      places: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          type: z.number().int(),
          lat: z.number(),
          lng: z.number(),
        }),
      ),
      /** Active branches that sell. */
      branches: z.array(
        z.object({ id: z.number().int(), name: z.string(), lat: z.number(), lng: z.number() }),
      ),
    }),
    fails: [],
    invalidates: [],
  }),
  check: show({
    path: '/admin/products/areas/check',
    summary:
      'What a drawing would mean: its overlaps and gaps with the other zones, the addresses that it would move',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id: id.optional(), polygons, status: zeroOrOne.optional(), delivery_charge: money(4).nullish() },
    output: z.object({
      polygons: multiPolygon,
      box,
      area_m2: z.number(),
      overlaps: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          status: z.number().int(),
          /** Area in common, in square metres. */
          area_m2: z.number(),
        }),
      ),
      gaps: z.array(z.object({ area_m2: z.number(), polygons: multiPolygon })),
      moved_count: z.number().int(),
      /** The first addresses; empty without the permission for addresses. */
      moved: z.array(moved),
    }),
    fails: ['record.missing', 'polygon.too_many_neighbours', ...undrawable],
    invalidates: [],
  }),
  importFile: {
    ...defineCommand({
      path: '/admin/products/areas/import',
      summary:
        'Import zones or areas from a GeoJSON FeatureCollection: each feature is created, updated, unchanged or refused by itself',
      audience: 'staff',
      permission: permissionFor('save'),
      input: {
        /** The property of each field; without it, the server guesses from the names of the properties. */
        mapping: z
          .strictObject({
            name: featureProperty,
            name_ar: featureProperty,
            name_en: featureProperty,
            name_de: featureProperty,
            charge: featureProperty,
            minutes: featureProperty,
            min_order: featureProperty,
          })
          .nullish(),
        /** 2: zones with their drawings (default), 0: areas by name. */
        type: z.literal([0, 2]).optional(),
        /** The city that the places belong to. */
        parent_id: id.nullish(),
        /** The branch that will deliver to the places. */
        branch_id: id.nullish(),
        /** 1: returns the results without writing anything. */
        dry_run: flag.optional(),
      },
      output: locationImportOutput,
      fails: [
        'import.file_missing',
        'location.file_unreadable',
        'location.too_many_features',
        'location.property_missing',
        'reference.missing',
        'permission.denied',
        'branch.forbidden',
        'upload.unavailable',
        'request.too_large',
      ],
      invalidates,
    }),
    uploads: ['file'] as const,
  },
  undoImport: defineCommand({
    path: '/admin/products/areas/import/undo/{id}',
    summary: 'Undo an import of places; what was changed since, or is used, stays and is named',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id },
    output: z.object({
      undone: z.number().int(),
      kept: z.array(z.object({ location_id: z.number().int(), name: z.string(), message: z.string() })),
    }),
    fails: ['record.missing', 'location.import_undone', 'permission.denied', 'branch.forbidden'],
    invalidates,
  }),
  ofBranch: show({
    path: '/admin/branch/areas',
    summary: 'The zones and areas that the branch of the branch-id header delivers to',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'view' },
    input: {},
    output: z.object({ zones_ids: z.array(z.number().int()), areas_ids: z.array(z.number().int()) }),
    fails: ['branch.required', 'branch.forbidden'],
    invalidates: [],
  }),
  assign: defineCommand({
    path: '/admin/manager/area/assign',
    summary: 'Replace the zones and areas that the branch of the branch-id header delivers to',
    audience: 'staff',
    permission: { resource: 'branchs', action: 'save' },
    input: { ids: ids(1_000) },
    output: z.object({ ids: z.array(z.number().int()) }),
    fails: ['branch.required', 'branch.forbidden', 'reference.missing'],
    invalidates,
  }),
};
