import type { Language } from '@app/i18n';

/** `stored` is the server's message: the picture's address. */
export type UploadResult =
  | { readonly ok: true; readonly stored: string }
  | { readonly ok: false; readonly message: string | undefined; readonly type?: unknown };

const textOf = (body: object, name: string) => {
  const value: unknown = name in body ? body[name as keyof typeof body] : undefined; // Any value; checked here.
  return typeof value === 'string' ? value : undefined;
};

/**
 * Parses an upload response. Spec 8: type ok or success is a success, any other type is not, and no type at all counts
 * as success.
 */
export function readUpload(status: number, body: unknown): UploadResult {
  if (typeof body !== 'object' || body === null) return { ok: false, message: undefined };
  const message = textOf(body, 'message');
  const isStored = !('type' in body) || body.type === 'ok' || body.type === 'success';
  if (status === 200 && isStored) return { ok: true, stored: message ?? '' };
  return isStored ? { ok: false, message: undefined } : { ok: false, message, type: body.type };
}

/** Returns the language header of uploads, one of three (spec 7). */
export const uploadLanguage = (language: Language) =>
  language === 'zh' ? 'zh-cn' : language === 'hk' ? 'zh-tw' : 'en';
