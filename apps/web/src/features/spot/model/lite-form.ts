import type { Side } from '@app/domain/spot';

/** What an amount is said in: coins, or the money they are priced in. */
export type Unit = 'base' | 'quote';

/** Parts of what there is, in percent; all of it is said in words. */
export const SHARES = [25, 50, 75, 100] as const;
export type Share = (typeof SHARES)[number];

/** What is wanted: so much of a unit as it was typed, or a part of what there is at the time. */
type AmountInput = { readonly unit: Unit; readonly text: string } | { readonly share: Share };

/** One amount. It is shown in `unit`, whichever it was asked in: turning it never changes what is asked. */
export type LiteForm = { readonly unit: Unit; readonly amountInput: AmountInput };

const NOTHING: AmountInput = { unit: 'quote', text: '' };
export const EMPTY_LITE: LiteForm = { unit: 'quote', amountInput: NOTHING };

const isUnit = (value: unknown): value is Unit => value === 'base' || value === 'quote';

/** Whether a kept draft is one of ours. */
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

/** Of the other side, or once more: what was typed may still be meant, a part of other money is not. */
export const withoutShare = (form: LiteForm): LiteForm => ('share' in form.amountInput ? cleared(form) : form);

export const cleared = ({ unit }: LiteForm): LiteForm => ({ unit, amountInput: NOTHING });

/** Which side an address names; buying where it names none. */
export const sideOf = (named: string | null): Side => (named === 'sell' ? 'sell' : 'buy');
