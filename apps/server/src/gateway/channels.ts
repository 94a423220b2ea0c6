import type { Decision } from '@app/base';
import { FROM_THE_START, type PublicFrame, type SubscribeRefusal } from '@app/protocol/socket';
import type { Log } from '../platform/process/log.ts';
import { createPace, type Pace } from './pace.ts';

/** Data of a channel, up to the producer's number `seq`. */
export type ChannelUpdate = { readonly seq: string; readonly data: unknown };

/** Source of one public channel, the same for all subscribers. */
export type ChannelSource = {
  readonly framesASecond: number;
  /** Returns the full snapshot as last published: a subscriber that starts with it continues with the next `nextUpdate`. */
  start(): ChannelUpdate;
  /**
   * Returns the changes since the last publication and marks them as published; undefined if there are none. If it
   * throws, nothing was published.
   */
  nextUpdate(): ChannelUpdate | undefined;
  close(): void;
};

/** Opens a channel by name; calls `onUpdate`, never before this returned, when `nextUpdate` would return an update. */
export type OpenChannel = (name: string, onUpdate: () => void) => Decision<ChannelSource, SubscribeRefusal>;

/** Channels of one gateway that have subscribers. */
export type OpenChannels = {
  /** Returns the snapshot of a channel; opens the channel for its first subscriber. */
  start(name: string): Decision<PublicFrame, SubscribeRefusal>;
  close(name: string): void;
  closeAll(): void;
};

type Opened = { readonly source: ChannelSource; readonly pace: Pace; start(): PublicFrame };
type Publish = (frame: PublicFrame) => void;

/** Creates the channels. Each frame names the sequence number of the one before it, once for all subscribers. */
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
        log.error({ channel: name, err: error }, 'gateway.channel_start_failed');
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

/**
 * Paces a channel. One snapshot serves all subscribers that start between two frames: after a restart that is all of
 * them.
 */
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
      log.error({ channel: name, err: error }, 'gateway.channel_update_failed');
      return false;
    }
  });
  return { source, pace, start: () => (started ??= write()) };
}
