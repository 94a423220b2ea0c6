import type { Amount } from '@app/money';
import { type ContractForm, readField } from './contract-form.ts';

/** Fields by which a link repeats an order; they are applied once. */
const REPEATED = ['price', 'lots', 'leverage', 'series'] as const;

export const hasOrder = (fields: URLSearchParams): boolean => REPEATED.some((name) => fields.has(name));

/** Removes the order from the URL, so returning to the page keeps what was typed since. */
export const withoutOrder = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => !REPEATED.some((field) => field === name)));

/** Sets the fields of a link; a price makes the order a limit. Ignores what is not a number. */
export function withAddress(form: ContractForm, fields: URLSearchParams): ContractForm {
  const typed = (name: string) => {
    const text = fields.get(name) ?? '';
    return readField<Amount>(text) === undefined ? undefined : text;
  };
  const price = typed('price');
  const lots = typed('lots');
  return {
    ...form,
    ...(price !== undefined && { kind: 'limit', price }),
    ...(lots !== undefined && { unit: 'lots', size: lots, share: undefined }),
    series: fields.get('series') ?? form.series,
  };
}
