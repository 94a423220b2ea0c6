import { CONTRACT_COMMANDS, type Decoded, readCommand as readOf } from '@app/protocol/engine';
import type { Input, Lane } from '../../../engine/product.ts';

type OwnCommand<Name> = Extract<Decoded<(typeof CONTRACT_COMMANDS)[number]>, { readonly name: Name }>;

export type OpenCommand = OwnCommand<'contract.open'>;
export type CloseCommand = OwnCommand<'contract.close'>;
export type CloseAllCommand = OwnCommand<'contract.closeAll'>;
export type ReverseCommand = OwnCommand<'contract.reverse'>;
export type SetStopsCommand = OwnCommand<'contract.setStops'>;
export type CancelCommand = OwnCommand<'contract.cancel'>;
export type AddMarginCommand = OwnCommand<'contract.addMargin'>;
export type RemoveMarginCommand = OwnCommand<'contract.removeMargin'>;
export type RunCommand = OwnCommand<'contract.run'>;
/** Charges some positions of a market for a night. */
export type ChargeCommand = { readonly name: 'charge'; readonly market: number };
/** Fills up the demo platform's capital and insurance fund. */
export type FundCommand = { readonly name: 'fund' };

export type ContractCommand = Decoded<(typeof CONTRACT_COMMANDS)[number]> | ChargeCommand | FundCommand;

/** Input of a user's command. */
export type ByUser<Command> = Input<Command> & { readonly userId: bigint };

/** What prices have triggered comes first. What closes or protects comes before what opens; nights are charged when there is nothing else to do. */
export function laneOf({ name }: ContractCommand): Lane {
  if (name === 'contract.run') return 'next';
  if (name === 'charge' || name === 'fund') return 'last';
  return name === 'contract.open' || name === 'contract.reverse' ? 'then' : 'first';
}

export const readCommand = (name: string, fields: unknown): ContractCommand => readOf(CONTRACT_COMMANDS, name, fields);
