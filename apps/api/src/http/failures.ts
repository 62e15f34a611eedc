import {
  explainIssues,
  Failure,
  type FailureCode,
  formatFailure,
  getFieldLabel,
  type Locale,
} from '@dukkan/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Prisma } from '../core/db/database.ts';
import { isDatabaseBusy, parseSqlState, toSearchableErrorText } from '../core/process/outage.ts';
import { isFormRequest } from './form.ts';
import { resolveRequestLocale } from './language.ts';

type Answer = {
  readonly status: number;
  readonly code: FailureCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly field: string | null;
};

const createFailureAnswer = (
  code: FailureCode,
  params: Record<string, unknown> = {},
  field: string | null = null,
): Answer => {
  const failure = new Failure(code, params, field);
  return { status: failure.status, code, params, field };
};

/** The field of each unique index, so that the error of a lost race names it. */
const UNIQUE: Readonly<Record<string, string>> = {
  account_email_live: 'email',
  account_phone_live: 'phone',
  branch_no_live: 'no',
  delivery_method_code_live: 'code',
  payment_method_code_live: 'code',
  product_item_barcode_live: 'barcode',
  product_item_key_live: 'barcode',
  offer_code_live: 'info.code',
  saved_view_account_id_noun_name_key: 'name',
};

const FASTIFY: Readonly<Record<string, FailureCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.unreadable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.unreadable',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_FILES_LIMIT: 'request.too_large',
  FST_PARTS_LIMIT: 'request.too_large',
  FST_FIELDS_LIMIT: 'request.too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupported_type',
  FST_ERR_BAD_URL: 'route.missing',
  FST_ERR_MAX_PARAM_LENGTH: 'route.missing',
};

function ofDatabase(error: unknown): Answer | null {
  const text = toSearchableErrorText(error);
  const prismaCode = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : null;
  const state = parseSqlState(text);
  if (prismaCode === 'P2002' || state === '23505') {
    const index = Object.keys(UNIQUE).find((name) => text.includes(name));
    const field = (index ? UNIQUE[index] : undefined) ?? null;
    return field
      ? createFailureAnswer('record.duplicate', { field }, field)
      : createFailureAnswer('record.conflict');
  }
  if (prismaCode === 'P2003' || state === '23503') return createFailureAnswer('record.conflict');
  // a sum exceeds what its column can hold
  if (state === '22003') return createFailureAnswer('request.invalid');
  if (prismaCode === 'P2025') return createFailureAnswer('record.missing');
  if (isDatabaseBusy(error)) return createFailureAnswer('service.busy', { seconds: 2 });
  return null;
}

/** Returns the failure for an error; an unknown error is a defect. */
export function toFailureInfo(error: unknown): Answer {
  if (error instanceof Failure) return createFailureAnswer(error.code, error.params, error.field);
  if (error instanceof z.ZodError) return createFailureAnswer('request.invalid');
  const fastify = error as FastifyError;
  const mapped = typeof fastify.code === 'string' ? FASTIFY[fastify.code] : undefined;
  if (mapped) return createFailureAnswer(mapped);
  if (fastify.statusCode === 429)
    return createFailureAnswer('rate.limited', { seconds: retryAfter(fastify) });
  if (fastify.statusCode === 503) return createFailureAnswer('service.busy', { seconds: 2 });
  if (fastify.statusCode === 400 && fastify.code?.startsWith('FST_'))
    return createFailureAnswer('request.unreadable');
  if (fastify.statusCode === 403 || fastify.statusCode === 404) return createFailureAnswer('route.missing');
  return ofDatabase(error) ?? createFailureAnswer('internal.defect');
}

const retryAfter = (error: object): number => Number((error as { seconds?: number }).seconds ?? 60);

/** Builds the body of a failure in the caller's language; field names inside texts are translated too. */
export function buildFailureBody(
  error: unknown,
  failure: Answer,
  locale: Locale,
  request_id: string,
  body: unknown,
) {
  const params = failure.code === 'internal.defect' ? { request_id } : failure.params;
  const visibleErrors =
    typeof params.field === 'string' ? { ...params, field: getFieldLabel([params.field], locale) } : params;
  const message = formatFailure(failure.code, visibleErrors, locale);
  const errors: Record<string, string[]> =
    error instanceof z.ZodError
      ? explainIssues(error, locale, body)
      : failure.field
        ? { [failure.field]: [message] }
        : {};
  return { message, results: { message, code: failure.code, params, errors, request_id } };
}

/** Sends the response for every error of a request; no other code does. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const facts = toFailureInfo(error);
  if (facts.status >= 500 && facts.code === 'internal.defect') request.log.error({ err: error }, 'defect');
  else if (facts.status === 503) request.log.warn({ err: error }, 'busy');
  const seconds = facts.params.seconds;
  if ((facts.status === 429 || facts.status === 503 || facts.status === 423) && typeof seconds === 'number')
    void reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))));
  if (facts.status === 413) void reply.header('connection', 'close');
  const locale = resolveRequestLocale(request);
  const body = buildFailureBody(error, facts, locale, request.id, request.body);
  void reply.code(facts.status).header('cache-control', 'no-store');
  // a form opens a window, where a person reads the answer
  if (isFormRequest(request)) {
    const texts = Object.values(body.results.errors).flat();
    void reply.type('text/html; charset=utf-8').send(buildFailurePage(body.message, texts, locale));
  } else void reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A plain page that says why a file was not made. Rule: docs/rules/wire.md#files */
function buildFailurePage(message: string, texts: readonly string[], locale: Locale): string {
  const lines = [message, ...texts.filter((text) => text !== message)];
  return [
    `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(message)}</title></head><body>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    '</body></html>',
  ].join('');
}
