import { FROM_THE_START, type PublicFrame } from './subscribe.ts';

/** Where a reader of a channel stands. Without `seq` it waits for a start; what it last knew may still be shown. */
export type ChannelReader<State> = { readonly seq: string | undefined; readonly state: State | undefined };

/** How a channel's data become what is shown; nothing where they are not understood. */
export type ChannelMeaning<State> = {
  readonly start: (data: unknown) => State | undefined;
  readonly change: (state: State, data: unknown) => State | undefined;
};

/** `gap`: something was missed, only a new start helps, and it must be asked for. */
export type Step<State> = {
  readonly verdict: 'applied' | 'ignored' | 'gap';
  readonly reader: ChannelReader<State>;
};

/** Before anything was heard; also after the line broke, where what was known may be kept for showing. */
export const unread = <State>(state?: State): ChannelReader<State> => ({ seq: undefined, state });

/** Takes what came next on the line: exactly what follows is applied, what is old is ignored, the rest is a gap. */
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
