import type { Decision } from '@app/base';
import { FROM_THE_START, type PublicFrame, type SubscribeRefusal } from '@app/protocol/socket';
import { createPace, type Pace } from './gateway-pace.ts';
import type { Log } from './log.ts';

/** Something of a channel, up to the producer's number `seq`. */
export type ChannelUpdate = { readonly seq: string; readonly data: unknown };

/** What one public channel says, to all its listeners alike. */
export type ChannelSource = {
  readonly framesASecond: number;
  /** All of it, as it was last told: who starts with this continues with the next `news`. */
  start(): ChannelUpdate;
  /** What changed since it was last told, which this tells; nothing where nothing did. If it throws, nothing was told. */
  nextUpdate(): ChannelUpdate | undefined;
  close(): void;
};

/** Opens a channel by its name; `onNews` is called, not before this returned, when `news` would have some. */
export type OpenChannel = (name: string, onUpdate: () => void) => Decision<ChannelSource, SubscribeRefusal>;

/** The channels of one gateway that somebody listens to. */
export type OpenChannels = {
  /** A channel from its start; opens it where nobody listened before. */
  start(name: string): Decision<PublicFrame, SubscribeRefusal>;
  close(name: string): void;
  closeAll(): void;
};

type Opened = { readonly source: ChannelSource; readonly pace: Pace; start(): PublicFrame };
type Publish = (frame: PublicFrame) => void;

/** Frames are numbered here, once for all listeners: each names the one that was told before it. */
export function createOpenChannels(openChannel: OpenChannel, publish: Publish, log: Log): OpenChannels {
  const opened = new Map<string, Opened>();
  const open = (name: string): Decision<Opened, SubscribeRefusal> => {
    const known = opened.get(name);
    if (known !== undefined) return { ok: true, value: known };
    const found = openChannel(name, () => opened.get(name)?.pace.trigger());
    if (!found.ok) return found;
    const channel = startOrClose(name, found.value, { publish, log });
    opened.set(name, channel);
    return { ok: true, value: channel };
  };
  const close = (name: string) => {
    const channel = opened.get(name);
    opened.delete(name);
    channel?.pace.stop();
    channel?.source.close();
  };
  return {
    start: (name) => {
      try {
        const found = open(name);
        return found.ok ? { ok: true, value: found.value.start() } : found;
      } catch (error) {
        log.error({ channel: name, err: error }, 'a channel could not start');
        return { ok: false, code: 'engine_unavailable' };
      }
    },
    close,
    closeAll: () => [...opened.keys()].forEach(close),
  };
}

type ChannelDeps = { readonly publish: Publish; readonly log: Log };

function startOrClose(name: string, source: ChannelSource, ways: ChannelDeps): Opened {
  try {
    return pacedBy(name, source, ways);
  } catch (error) {
    source.close();
    throw error;
  }
}

/** A start is written once for all who begin between two frames: after a restart that is everybody. */
function pacedBy(name: string, source: ChannelSource, { publish, log }: ChannelDeps): Opened {
  const write = (): PublicFrame => ({ channel: name, prev: FROM_THE_START, ...source.start() });
  let started: PublicFrame | undefined = write();
  let prev = started.seq;
  const publishMarketData = () => {
    const nextUpdate = source.nextUpdate();
    if (nextUpdate === undefined) return false;
    started = undefined;
    const frame = { channel: name, prev, ...nextUpdate };
    prev = nextUpdate.seq;
    publish(frame);
    return true;
  };
  const pace = createPace(source.framesASecond, () => {
    try {
      return publishMarketData();
    } catch (error) {
      log.error({ channel: name, err: error }, 'a channel could not tell its news');
      return false;
    }
  });
  return { source, pace, start: () => (started ??= write()) };
}
