import { LOCALES, type Locale } from '@dukkan/contract';
import type { FastifyRequest } from 'fastify';

const toLocale = (value: unknown): Locale | null => LOCALES.find((locale) => locale === value) ?? null;

/** Returns the language of the response: the body's locale, or else Accept-Language, or else English. */
export function resolveRequestLocale(request: FastifyRequest): Locale {
  const body = request.body;
  const requested =
    typeof body === 'object' && body !== null ? toLocale((body as { locale?: unknown }).locale) : null;
  return requested ?? parseAcceptLanguage(request.headers['accept-language']) ?? 'en';
}

/** Returns the supported language with the highest weight in an Accept-Language header. */
export function parseAcceptLanguage(header: string | undefined): Locale | null {
  if (!header || header.length > 500) return null;
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const weight = rest.map((piece) => piece.trim()).find((piece) => piece.startsWith('q='));
      return {
        locale: toLocale(tag.trim().slice(0, 2).toLowerCase()),
        weight: weight ? Number(weight.slice(2)) : 1,
      };
    })
    .filter((wish): wish is { locale: Locale; weight: number } => wish.locale !== null && wish.weight > 0);
  wishes.sort((a, b) => b.weight - a.weight);
  return wishes[0]?.locale ?? null;
}
