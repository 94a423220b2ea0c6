import type { Change, Setting } from './queries.ts';
import type { Say } from './texts.ts';

export const groupOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Returns the name of a setting without its group, as words. */
export const nameOf = (key: string): string => key.slice(key.indexOf('.') + 1).replaceAll('_', ' ');

/** What a change of a setting says; undefined for changes of other kinds. */
export type SettingPayload = {
  readonly key: string;
  readonly version: number;
  readonly value: unknown;
  readonly from?: string;
};

export function payloadOf(change: Pick<Change, 'kind' | 'payload'>): SettingPayload | undefined {
  return change.kind === 'setting.version' ? (JSON.parse(change.payload) as SettingPayload) : undefined; // Checked by the server.
}

const LONG = 48;

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((it) => typeof it === 'string');

const isProduct = (value: unknown): value is { open: boolean; except: readonly string[] } =>
  typeof value === 'object' && value !== null && 'open' in value && 'except' in value && isWords(value.except);

/** Returns a value in one short line: a switch as a word, a structure by its beginning. */
export function shortValue(json: string, say: Say): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'boolean') return say(value ? 'value.on' : 'value.off');
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'string') return value === '' ? '—' : value;
  if (isProduct(value)) return productText(value, say);
  const text = isWords(value) ? value.join(' ') : json;
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

function productText({ open, except }: { open: boolean; except: readonly string[] }, say: Say): string {
  if (except.length === 0) return say(open ? 'value.open_everywhere' : 'value.closed_everywhere');
  return say(open ? 'value.open_but' : 'value.closed_but', { count: except.length });
}

/** Returns JSON to read: indented, but lists of plain values in one line. */
export const readableJson = (json: string): string =>
  JSON.stringify(JSON.parse(json), null, 2).replaceAll(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_whole, inside: string) => `[${inside.replaceAll(/\s*\n\s*/g, ' ')}]`,
  );

/** Place of a value between the limits of its setting, 0 to 1; undefined if it has no place there. */
export function placeIn({ form }: Pick<Setting, 'form'>, json: string): number | undefined {
  if (form.min === null || form.max === null) return undefined;
  const value = Number(JSON.parse(json));
  const least = Number(form.min);
  const most = Number(form.max);
  if (!Number.isFinite(value) || most <= least) return undefined;
  const isWide = least > 0 && most / least > 100; // A scale of factors shows small values too.
  return isWide ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
}
