import * as z from 'zod';
import { defineCommand, list, show } from '../kit/endpoint.ts';
import { id, localDate, text } from '../kit/scalars.ts';

/** The providers that sign receipts; `soft` is the product's own for trials. */
export const TSS_PROVIDERS = ['soft', 'fiskaly'] as const;
export const TSS_STATES = [
  'CREATED',
  'UNINITIALIZED',
  'INITIALIZED',
  'DISABLED',
  'DEFECTIVE',
  'DELETED',
] as const;
export const FISCAL_DOCUMENT_KINDS = ['sale', 'return', 'undo'] as const;
export const FISCAL_DOCUMENT_STATES = ['waiting', 'signing', 'sealed', 'outage'] as const;
export const FISCAL_OUTAGE_REASONS = ['no_tss', 'not_registered', 'failed'] as const;

const client = z.object({
  id: z.string(),
  device_id: z.number().int(),
  device_name: z.string(),
  serial_number: z.string(),
  state: z.enum(['REGISTERED', 'DEREGISTERED']),
});

const day = z.object({
  date: z.string(),
  signed: z.number().int(),
  /** Receipts of the day that state that signing was down. */
  outages: z.number().int(),
});

const row = z.object({
  id: z.string(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  provider: z.enum(TSS_PROVIDERS),
  environment: z.enum(['TEST', 'LIVE']),
  state: z.enum(TSS_STATES),
  description: z.string().nullable(),
  /** The SHA-256 of the public key's point, 64 hex digits. */
  serial_number: z.string(),
  public_key: z.string(),
  signature_algorithm: z.string(),
  log_time_format: z.string(),
  /** PEM. */
  certificate: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  signature_counter: z.number().int(),
  transaction_counter: z.number().int(),
  clients: z.array(client),
  last_error: z.string().nullable(),
  /** Time of its last signature. */
  last_signed_at: z.string().nullable(),
  /** Number of receipts waiting to be signed. */
  waiting: z.number().int(),
  /** The last thirty days, today last. */
  days: z.array(day),
});

const document = z.object({
  id: z.string(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  kind: z.enum(FISCAL_DOCUMENT_KINDS),
  order_id: z.number().int(),
  return_id: z.number().int().nullable(),
  /** The till's client name under the certificate; null when none was set up. */
  client_serial: z.string().nullable(),
  state: z.enum(FISCAL_DOCUMENT_STATES),
  reason: z.union([z.enum(FISCAL_OUTAGE_REASONS), z.null()]),
  process_data: z.string(),
  transaction_number: z.number().int().nullable(),
  /** The text of the receipt's code. */
  code: z.string().nullable(),
  created_at: z.string(),
});

/** The fields of a code, in order. */
const codeFields = z.object({
  version: z.string(),
  client_serial: z.string(),
  process_type: z.string(),
  process_data: z.string(),
  transaction_number: z.string(),
  signature_counter: z.string(),
  started_at: z.string(),
  log_time: z.string(),
  algorithm: z.string(),
  log_time_format: z.string(),
  signature_value: z.string(),
  public_key: z.string(),
});

const permissionFor = (action: 'view' | 'save') => ({ resource: 'taxs', action }) as const;

/** Signing of till receipts (docs/rules/taxes.md#signing). */
export const tss = {
  list: list({
    path: '/admin/taxs/tss',
    summary: 'What signs the receipts of branches, with certificates and tills',
    audience: 'staff',
    permission: permissionFor('view'),
    list: {
      filters: {
        branch_id: id.optional(),
        provider: z.enum(TSS_PROVIDERS).optional(),
        state: z.enum(TSS_STATES).optional(),
      },
      sorts: ['branch_id', 'id'],
    },
    row,
    fails: [],
    invalidates: [],
  }),
  create: defineCommand({
    path: '/admin/taxs/certificate/create',
    summary: 'Set up signing for a branch and register a till; a repeat answers what stands',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      branch_id: id,
      /** A till of the branch. */
      device_id: id.optional(),
      provider: z.enum(TSS_PROVIDERS).optional(),
      description: text(200).nullish(),
    },
    output: row,
    fails: [
      'branch.forbidden',
      'reference.missing',
      'fiscal.not_built',
      'fiscal.country',
      'fiscal.currency',
      'fiscal.client_serial',
    ],
    invalidates: ['tss', 'branch'],
  }),
  documents: list({
    path: '/admin/taxs/documents',
    summary: 'What was signed and what was not, the newest first',
    audience: 'staff',
    permission: permissionFor('view'),
    list: {
      filters: {
        branch_id: id.optional(),
        state: z.enum(FISCAL_DOCUMENT_STATES).optional(),
        /** Days in the shop's time zone. */
        from_date: localDate.optional(),
        to_date: localDate.optional(),
      },
      sorts: ['created_at', 'id'],
      defaultAs: 'desc',
    },
    row: document,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  disable: defineCommand({
    path: '/admin/taxs/tss/disable/{id}',
    summary: 'End what signs for a branch, for good; the branch can be set up anew',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id: z.uuid() },
    output: row,
    fails: ['record.missing', 'fiscal.waiting'],
    invalidates: ['tss', 'branch'],
  }),
  retry: defineCommand({
    path: '/admin/taxs/documents/retry/{id}',
    summary: 'Sign a receipt now that is waiting; what was printed without a signature stays without one',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id: z.uuid() },
    output: z.object({ id: z.string() }),
    fails: ['record.missing', 'fiscal.not_waiting'],
    invalidates: ['tss'],
  }),
  verify: show({
    path: '/admin/taxs/verify',
    summary: 'Verify the code of a receipt, of this shop or of any other',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { qr: text(2_000) },
    output: z.object({
      fields: codeFields,
      valid: z.boolean(),
      /** The unreadable field, or the invalid signature; null for a valid code. */
      differs: z.union([codeFields.keyof(), z.null()]),
    }),
    fails: ['fiscal.no_code'],
    invalidates: [],
  }),
};
