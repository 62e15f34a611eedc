/** The longest part of a file's name; names of records may be longer than a disk accepts. */
const PART_MAX = 60;

/** Characters that no disk accepts in a file's name, and those that control text or turn its direction. */
const FORBIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069"*/:<>?\\|]/gu;

/**
 * Returns the name of a file: its title, the record that it is about, and its days or number.
 * @param parts empty ones are left out
 */
export const buildFileName = (parts: readonly (string | number | undefined)[], extension: string): string => {
  const named = parts
    .map((part) => [...String(part ?? '').replace(FORBIDDEN, '_')].slice(0, PART_MAX).join('').trim())
    .filter((part) => part !== '');
  return `${named.join('-')}.${extension}`;
};

/** `encodeURIComponent` keeps some characters that RFC 8187 does not allow. */
const encodeHeaderText = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A content-disposition header that no file name can break (RFC 6266). */
export const attachmentHeader = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeHeaderText(name)}`;
