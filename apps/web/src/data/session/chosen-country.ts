import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';

/** A country the user picked, with its dial code, so that a form needs no table of countries. */
export type ChosenCountry = { readonly code: string; readonly dial: string };

type Kept = {
  /** Chosen country by purpose, such as `dial` and `residence`: a phone number may be of another country. */
  readonly chosen: Readonly<Record<string, ChosenCountry>>;
  /** Country codes, latest first. */
  readonly recent: readonly string[];
};

const RECENT_MAX = 4;
/** Decisions: the dial code is 86 until another is picked. */
const DIAL_AT_FIRST: ChosenCountry = { code: 'CN', dial: '86' };

const isCountry = (value: unknown): value is ChosenCountry =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'dial' in value &&
  typeof value.dial === 'string';

/** Parses what this device stored, and drops invalid entries. */
export function keptCountries(kept: unknown): Kept {
  const { chosen = {}, recent = [] } = typeof kept === 'object' && kept !== null ? (kept as Partial<Kept>) : {}; // Checked below.
  const entries = Object.entries(chosen ?? {}).filter(([, country]) => isCountry(country));
  const codes = Array.isArray(recent) ? recent.filter((code) => typeof code === 'string') : [];
  return { chosen: Object.fromEntries(entries), recent: codes.slice(0, RECENT_MAX) };
}

/** Adds a choice, which is then the latest. */
export function withChoice(kept: Kept, use: string, country: ChosenCountry): Kept {
  const recent = [country.code, ...kept.recent.filter((code) => code !== country.code)].slice(0, RECENT_MAX);
  return { chosen: { ...kept.chosen, [use]: country }, recent };
}

export const useCountries = create<Kept>(() => keptCountries(storage.read('countries')));

/** Stores a choice on this device: the next form starts with it. */
export function chooseCountry(use: string, country: ChosenCountry): void {
  const kept = withChoice(useCountries.getState(), use, country);
  storage.write('countries', kept);
  useCountries.setState(kept);
}

export const useChosenCountry = (use: string): ChosenCountry | undefined => useCountries(({ chosen }) => chosen[use]);

/** Returns the country whose dial code precedes a phone number. */
export const useDial = (): ChosenCountry => useChosenCountry('dial') ?? DIAL_AT_FIRST;
