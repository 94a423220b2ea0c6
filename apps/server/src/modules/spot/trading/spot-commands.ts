import { type Decoded, placeCommand, readCommand as readOf, SPOT_COMMANDS } from '@app/protocol/engine';
import type { Lane } from '../../../engine/product.ts';

type OwnCommand<Name> = Extract<Decoded<(typeof SPOT_COMMANDS)[number]>, { readonly name: Name }>;

export type PlaceCommand = OwnCommand<'spot.place'>;
export type CancelCommand = OwnCommand<'spot.cancel'>;
export type CancelAllCommand = OwnCommand<'spot.cancelAll'>;
/** Created by ticks: the house's new levels cross resting orders. */
export type SweepCommand = { readonly name: 'sweep'; readonly market: number };
/** Initial funding of the house, once per demo market. */
export type FundCommand = { readonly name: 'fund'; readonly market: number };

export type SpotCommand = PlaceCommand | CancelCommand | CancelAllCommand | SweepCommand | FundCommand;

export const laneOf = ({ name }: SpotCommand): Lane => (name === placeCommand.name ? 'then' : 'first');

export const readCommand = (name: string, fields: unknown): SpotCommand => readOf(SPOT_COMMANDS, name, fields);
