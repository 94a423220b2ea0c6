import { FROM_THE_START, type PublicFrame } from './subscribe.ts';

/** State of a channel reader. Without `seq` it waits for a snapshot; its last state may still be shown. */
export type ChannelReader<State> = { readonly seq: string | undefined; readonly state: State | undefined };

/** Decoders of a channel's data into its state; they return undefined for data they cannot decode. */
export type ChannelMeaning<State> = {
  readonly start: (data: unknown) => State | undefined;
  readonly change: (state: State, data: unknown) => State | undefined;
};

/** Result of reading a frame. `gap`: an update was missed, only a new snapshot helps, and it must be requested. */
export type Step<State> = {
  readonly verdict: 'applied' | 'ignored' | 'gap';
  readonly reader: ChannelReader<State>;
};

/**
 * Creates a reader that has received nothing; also used after a disconnect, where the last state may be kept for
 * display.
 */
export const unread = <State>(state?: State): ChannelReader<State> => ({ seq: undefined, state });

/** Reads the next frame: applies the direct successor, ignores older frames, and reports anything else as a gap. */
export function readFrame<State>(
  reader: ChannelReader<State>,
  frame: PublicFrame,
  meaning: ChannelMeaning<State>,
): Step<State> {
  const { seq, state } = reader;
  const ignored: Step<State> = { verdict: 'ignored', reader };
  if (frame.prev === FROM_THE_START) {
    const isOld = seq !== undefined && BigInt(frame.seq) < BigInt(seq);
    return isOld ? ignored : settle(reader, frame.seq, meaning.start(frame.data));
  }
  if (seq === undefined || state === undefined || BigInt(frame.seq) <= BigInt(seq)) return ignored;
  return settle(reader, frame.seq, frame.prev === seq ? meaning.change(state, frame.data) : undefined);
}

const settle = <State>(before: ChannelReader<State>, seq: string, state: State | undefined): Step<State> =>
  state === undefined
    ? { verdict: 'gap', reader: unread(before.state) }
    : { verdict: 'applied', reader: { seq, state } };
