import type { SettingForm } from '@app/domain/staff';

type Form = { readonly kind: SettingForm };

/** Reads country codes, sorted, each once; undefined if something else is among them. */
export function readCountries(text: string): readonly string[] | undefined {
  const codes = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return codes.every((code) => /^[A-Z]{2}$/.test(code)) ? [...new Set(codes)].sort() : undefined;
}

/** Returns a value as it is entered. */
export function textOf({ kind }: Form, json: string): string {
  const value: unknown = JSON.parse(json);
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Returns what was entered as JSON; undefined if it has not the form. */
export function readText({ kind }: Form, text: string): string | undefined {
  if (kind === 'integer') return /^-?\d{1,16}$/.test(text.trim()) ? String(Number(text)) : undefined;
  if (kind === 'decimal') return /^-?\d+(\.\d+)?$/.test(text.trim()) ? JSON.stringify(text.trim()) : undefined;
  if (kind === 'text') return JSON.stringify(text);
  if (kind === 'countries') {
    const codes = readCountries(text);
    return codes && JSON.stringify(codes);
  }
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
