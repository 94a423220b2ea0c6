import {
  CHANNEL_MEANINGS,
  type Channel,
  type ChannelKind,
  type ChannelMeaning,
  type ChannelReader,
  type ChannelStates,
  channelName,
  FROM_THE_START,
  type PublicFrame,
  publicFrame,
  readChannel,
  readFrame,
  type SubscribeRefusal,
  subscribeAnswer,
  unread,
} from '@app/protocol/socket';

/**
 * A screen's view of a channel. The last state stays visible while a new snapshot is requested; it is then not live.
 */
export type ChannelView<State> = {
  readonly state: State | undefined;
  readonly isLive: boolean;
  readonly refusal: SubscribeRefusal | undefined;
};

/** The part of the page's socket that channels use. */
export type ChannelLine = {
  emit(event: 'unsubscribe', sent: { channel: string }): unknown;
  timeout(ms: number): { emitWithAck(event: 'subscribe', sent: { channel: string }): Promise<unknown> };
};

type State = ChannelStates[ChannelKind];
type Watched = {
  readonly name: string;
  readonly meaning: ChannelMeaning<State>;
  readonly listeners: Set<() => void>;
  reader: ChannelReader<State>;
  view: ChannelView<State>;
  /** Number of the pending request; responses to older ones are ignored. */
  question: number;
  /** Gaps since an update last applied: backs off when a new snapshot does not help. */
  gaps: number;
  leaving?: ReturnType<typeof setTimeout> | undefined;
};

const ANSWER_MS = 5_000;
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;
/** Delay before unsubscribing, so that consecutive screens share a subscription. */
const LINGER_MS = 2_000;
const NOTHING: ChannelView<never> = { state: undefined, isLive: false, refusal: undefined };

/**
 * Manages a page's public channels. Subscribes to each once, however many listeners, and only while the page is
 * visible.
 */
export function createChannels() {
  const watched = new Map<string, Watched>();
  let line: ChannelLine | undefined;
  let isPaused: boolean = false;
  const show = (it: Watched, reader: ChannelReader<State>, refusal?: SubscribeRefusal) => {
    it.reader = reader;
    it.view = { state: reader.state, isLive: reader.seq !== undefined, refusal };
    for (const onChange of it.listeners) onChange();
  };
  const leave = (name: string) => line?.emit('unsubscribe', { channel: name });
  const noteStray = createStrays((name) => watched.has(name) && !isPaused, leave);
  const take = (it: Watched, frame: PublicFrame) => {
    const { verdict, reader } = readFrame(it.reader, frame, it.meaning);
    if (verdict !== 'ignored') show(it, reader);
    if (verdict === 'applied' && frame.prev !== FROM_THE_START) it.gaps = 0;
    if (verdict === 'gap') requestAfterGap(it, frame);
  };
  /**
   * Resubscribes at once after the first gap, unless the snapshot itself cannot be parsed, as a newer server's may be.
   */
  const requestAfterGap = (it: Watched, { prev }: PublicFrame) => {
    if (prev === FROM_THE_START) it.gaps = Math.max(it.gaps, 1);
    const waitMs = it.gaps === 0 ? 0 : Math.min(RETRY_MS * 2 ** (it.gaps - 1), RETRY_MS_MAX);
    const requestedOn = line;
    const question = ++it.question;
    it.gaps++;
    if (waitMs === 0) requestSnapshot(it);
    else
      setTimeout(
        () => requestedOn === line && question === it.question && watched.get(it.name) === it && requestSnapshot(it),
        waitMs,
      );
  };
  const requestSnapshot = (it: Watched) => {
    const requestedOn = line;
    const question = ++it.question;
    if (requestedOn === undefined || isPaused) return;
    const isStill = () => requestedOn === line && question === it.question && watched.get(it.name) === it;
    const again = () => void setTimeout(() => isStill() && requestSnapshot(it), RETRY_MS);
    const answered = requestedOn.timeout(ANSWER_MS).emitWithAck('subscribe', { channel: it.name });
    answered.then((response) => {
      if (!isStill()) return;
      const { data: answer } = subscribeAnswer.safeParse(response);
      if (answer?.ok) return take(it, answer.frame);
      show(it, it.reader, answer?.error);
      if (answer === undefined || answer.error === 'engine_unavailable') again();
    }, again);
  };
  const forget = (it: Watched) => {
    watched.delete(it.name);
    leave(it.name);
  };
  /** Resubscribes to everything on a new connection, and after a pause. */
  const restart = () => {
    for (const it of watched.values()) {
      show(it, unread(it.reader.state));
      it.gaps = 0;
      requestSnapshot(it);
    }
  };
  const watch = (channel: Channel): Watched => {
    const name = channelName(channel);
    const known = watched.get(name);
    if (known !== undefined) return known;
    // The kind selects the meaning, so its state type is this channel's.
    const meaning = CHANNEL_MEANINGS[channel.kind] as unknown as ChannelMeaning<State>;
    const it: Watched = { name, meaning, listeners: new Set(), reader: unread(), view: NOTHING, question: 0, gaps: 0 };
    watched.set(name, it);
    requestSnapshot(it);
    return it;
  };
  return {
    /** Calls back when the view changes; the returned function unsubscribes. */
    listen: (channel: Channel, onChange: () => void): (() => void) => {
      const it = watch(channel);
      clearTimeout(it.leaving);
      it.listeners.add(onChange);
      return () => {
        it.listeners.delete(onChange);
        if (it.listeners.size === 0) it.leaving = setTimeout(forget, LINGER_MS, it);
      };
    },
    /** Returns the same object until something changes. */
    view: <Kind extends ChannelKind>(channel: Channel & { kind: Kind }): ChannelView<ChannelStates[Kind]> =>
      (watched.get(channelName(channel))?.view ?? NOTHING) as ChannelView<ChannelStates[Kind]>,
    /**
     * Sets the page's connection, or clears it. Takes the visibility too, because its listener may have gone with the
     * last connection.
     */
    attach: (next: ChannelLine | undefined, isHidden = false): void => {
      line = next;
      isPaused = isHidden;
      restart();
    },
    receive: (frame: unknown): void => {
      const { data } = publicFrame.safeParse(frame);
      if (data === undefined) return;
      const it = watched.get(data.channel);
      if (it === undefined || isPaused) noteStray(data.channel);
      else take(it, data);
    },
    /** Unsubscribes while the page is hidden, because it needs no updates. */
    pause: (): void => {
      isPaused = true;
      for (const name of watched.keys()) leave(name);
    },
    resume: (): void => {
      if (!isPaused) return;
      isPaused = false;
      restart();
    },
  };
}

/** Delay before unsubscribing again; updates still in flight after an unsubscribe are expected. */
const LEAVE_AGAIN_MS = 2_000;

/**
 * Handles updates of channels without a subscriber: the server may have dropped an unsubscribe because of its rate
 * limit. Unsubscribes again, once per interval for each channel, unless it has a subscriber by then.
 */
function createStrays(isWanted: (name: string) => boolean, leave: (name: string) => void) {
  const strays = new Set<string>();
  return (name: string): void => {
    if (strays.has(name) || readChannel(name) === undefined) return; // Private channels have no unsubscribe.
    strays.add(name);
    setTimeout(() => {
      strays.delete(name);
      if (!isWanted(name)) leave(name);
    }, LEAVE_AGAIN_MS);
  };
}

export type Channels = ReturnType<typeof createChannels>;
