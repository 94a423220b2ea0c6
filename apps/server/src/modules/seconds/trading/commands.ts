import { type Decoded, readCommand as readOf, SECONDS_COMMANDS } from '@app/protocol/engine';
import type { Input, Lane } from '../../../engine/product.ts';

type OwnCommand<Name> = Extract<Decoded<(typeof SECONDS_COMMANDS)[number]>, { readonly name: Name }>;

export type BetCommand = OwnCommand<'seconds.bet'>;
export type CancelCommand = OwnCommand<'seconds.cancel'>;
export type RunCommand = OwnCommand<'seconds.run'>;
/** Ends bets of a market whose tick did not come. */
export type ExpireCommand = { readonly name: 'expire'; readonly market: number };
/** Fills up the demo platform's capital. */
export type FundCommand = { readonly name: 'fund' };

export type SecondsCommand = Decoded<(typeof SECONDS_COMMANDS)[number]> | ExpireCommand | FundCommand;

/** Input of a user's command. */
export type ByUser<Command> = Input<Command> & { readonly userId: bigint };

/** What prices have triggered comes first, then cancels, then bets. */
export function laneOf({ name }: SecondsCommand): Lane {
  if (name === 'seconds.run' || name === 'expire') return 'next';
  if (name === 'fund') return 'last';
  return name === 'seconds.cancel' ? 'first' : 'then';
}

export const readCommand = (name: string, fields: unknown): SecondsCommand => readOf(SECONDS_COMMANDS, name, fields);
