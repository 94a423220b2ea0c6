import type { Side } from '@app/domain/spot';

/** Unit of an amount: coins, or the quote currency. */
export type Unit = 'base' | 'quote';

/** Shares of the balance in percent; 100 is shown as text. */
export const SHARES = [25, 50, 75, 100] as const;
export type Share = (typeof SHARES)[number];

/** Requested amount: a number as typed in a unit, or a share of the balance at the time. */
type AmountInput = { readonly unit: Unit; readonly text: string } | { readonly share: Share };

/** One amount. It is displayed in `unit`, whichever unit it was entered in: toggling never changes the request. */
export type LiteForm = { readonly unit: Unit; readonly amountInput: AmountInput };

const NOTHING: AmountInput = { unit: 'quote', text: '' };
export const EMPTY_LITE: LiteForm = { unit: 'quote', amountInput: NOTHING };

const isUnit = (value: unknown): value is Unit => value === 'base' || value === 'quote';

/** Reports whether a stored draft is a valid form. */
export function isLiteForm(kept: unknown): kept is LiteForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const { unit, amountInput } = kept as Record<string, unknown>;
  if (!isUnit(unit) || typeof amountInput !== 'object' || amountInput === null) return false;
  const { share, ...typed } = amountInput as Record<string, unknown>;
  if (share !== undefined) return SHARES.some((it) => it === share);
  return isUnit(typed.unit) && typeof typed.text === 'string';
}

export const typed = ({ unit }: LiteForm, text: string): LiteForm => ({ unit, amountInput: { unit, text } });

export const withShare = ({ unit }: LiteForm, share: Share): LiteForm => ({ unit, amountInput: { share } });

export const turned = ({ unit, amountInput }: LiteForm): LiteForm => ({
  unit: unit === 'base' ? 'quote' : 'base',
  amountInput,
});

/**
 * Clears a share, for the other side or a repeated order: a typed amount may still apply, a share of another balance
 * does not.
 */
export const withoutShare = (form: LiteForm): LiteForm => ('share' in form.amountInput ? cleared(form) : form);

export const cleared = ({ unit }: LiteForm): LiteForm => ({ unit, amountInput: NOTHING });

/** Returns the side named in the URL; buy if it names none. */
export const sideOf = (named: string | null): Side => (named === 'sell' ? 'sell' : 'buy');
