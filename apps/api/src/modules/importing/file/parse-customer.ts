import { normalizePhoneText } from '@dukkan/commerce';
import {
  email as emailScalar,
  name as nameScalar,
  phoneText,
  text as textScalar,
  toRule,
} from '@dukkan/contract';
import type * as z from 'zod';
import { parseColumnIndex, type TableRow } from '../../../core/spreadsheet/table.ts';
import { parseImportedPhone } from '../../../core/text/phone.ts';
import type { ImportRowError, Mapping } from '../import.view.ts';
import { CONTROLS, joinCells, readCellText, truncateCell } from './cell-text.ts';
import { expandExponent } from './parse-row.ts';
import type { ParsedRow } from './parsed-row.ts';
import { splitCell, toLeftOutNotice } from './several-values.ts';

/** A customer's address as a row of the list gives it. */
export type CustomerPlace = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
};

export type ParsedCustomerRow = ParsedRow & {
  /** E.164; null when the row is refused for it. */
  readonly phone: string | null;
  readonly wanted: {
    readonly name?: string;
    readonly email?: string;
    readonly place?: CustomerPlace;
  };
};

export type CustomerParserOptions = {
  readonly kind: 'customer';
  readonly mapping: Mapping;
  /** The shop's country in two letters, for numbers without a country code. */
  readonly country: string;
};

/** The lengths that the address form allows. */
const PLACE = { area_no: textScalar(30), street: textScalar(200), home_no: textScalar(60) } as const;

const cleanText = (text: string): string => text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();

/** Joins first and last name, unless the first already ends with the last name. */
const joinNames = (first: string, last: string): string =>
  first.endsWith(` ${last}`) ? first : [first, last].filter(Boolean).join(' ');

function readPhone(text: string, country: string): string | null {
  const digits = expandExponent(normalizePhoneText(text).replace(/\.0$/, ''));
  const said = digits === null ? null : phoneText.safeParse(digits);
  return said?.success ? (parseImportedPhone(said.data, country)?.number ?? null) : null;
}

/** Reads the phone numbers of a cell: the first valid one counts, the others are left. */
function readPhoneCell(text: string, country: string): { phone: string | null; left: string[] } {
  const parts = splitCell(text);
  const at = parts.findIndex((part) => readPhone(part, country) !== null);
  // a slash may stand within one number
  if (at < 0) return { phone: readPhone(text, country), left: [] };
  const phone = readPhone(parts[at] ?? '', country);
  // the same number in another spelling is no second one
  const left = parts.filter((part, place) => place !== at && readPhone(part, country) !== phone);
  return { phone, left };
}

/** Returns the first valid e-mail address of a cell with several, and what is left of it. */
function readEmailCell(text: string): { email: string; left: string[] } {
  const parts = text.includes('@') ? splitCell(text.replaceAll(/\s+/g, ';')) : [];
  const email = parts.find((part) => emailScalar.safeParse(part).success);
  if (email === undefined || parts.length < 2) return { email: text, left: [] };
  const isSame = (part: string) => part.toLowerCase() === email.toLowerCase();
  return { email, left: parts.filter((part) => !isSame(part)) };
}

/** Creates the parser for rows of a customer list (docs/rules/imports.md#customers); an empty cell changes nothing. */
export function createCustomerParser({
  mapping,
  country,
}: CustomerParserOptions): (row: TableRow) => ParsedCustomerRow {
  return ({ row, cells }) => {
    const reasons: ImportRowError[] = [];
    const notices: ImportRowError[] = [];
    const cellOf = (field: string, isText = false): string => {
      const key = mapping[field];
      return key ? readCellText(cells, parseColumnIndex(key), isText) : '';
    };
    const because = (field: string, code: string, params: ImportRowError['params'] = {}): ImportRowError => ({
      field,
      column: mapping[field] ?? null,
      code,
      params,
    });
    const judge = (field: string, schema: z.ZodType<string>, text: string, into: ImportRowError[]) => {
      if (text === '') return undefined;
      const result = schema.safeParse(text);
      if (result.success) return result.data;
      for (const issue of result.error.issues.slice(0, 1)) {
        const { rule, params } = toRule(issue);
        into.push(because(field, rule, params));
      }
      return undefined;
    };
    const field = cellOf('phone') === '' && mapping.phone_2 ? 'phone_2' : 'phone';
    const said = cellOf(field);
    const { phone, left } = readPhoneCell(said, country);
    if (said === '') reasons.push(because('phone', 'import.row_phone_missing'));
    else if (phone === null) reasons.push(because(field, 'import.row_phone', { value: truncateCell(said) }));
    const other = field === 'phone' ? cellOf('phone_2') : '';
    if (phone !== null && left.length > 0)
      notices.push(toLeftOutNotice(field, mapping[field] ?? null, phone, left));
    if (phone !== null && other !== '' && readPhoneCell(other, country).phone !== phone)
      notices.push(toLeftOutNotice('phone_2', mapping.phone_2 ?? null, phone, [other]));
    const whole = joinNames(cleanText(cellOf('name', true)), cleanText(cellOf('last_name', true)));
    const name = judge('name', nameScalar, whole, reasons);
    const emails = readEmailCell(cellOf('email', true));
    const email = judge('email', emailScalar, emails.email, notices);
    if (email !== undefined && emails.left.length > 0)
      notices.push(toLeftOutNotice('email', mapping.email ?? null, email, emails.left));
    const street = [cellOf('street', true), cellOf('street_2', true)]
      .map(cleanText)
      .filter(Boolean)
      .join(', ');
    const place: CustomerPlace = {
      area_no: judge('area_no', PLACE.area_no, cleanText(cellOf('area_no', true)), notices) ?? null,
      street: judge('street', PLACE.street, street, notices) ?? null,
      home_no: judge('home_no', PLACE.home_no, cleanText(cellOf('home_no', true)), notices) ?? null,
    };
    const hasPlace = Object.values(place).some((part) => part !== null);
    return {
      row,
      phone,
      title: name ?? (whole === '' ? null : truncateCell(whole)),
      wanted: {
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email }),
        ...(hasPlace ? { place } : {}),
      },
      reasons,
      notices,
      cells: joinCells(cells),
    };
  };
}
