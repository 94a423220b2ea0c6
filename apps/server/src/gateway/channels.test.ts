import { ok } from '@app/base';
import type { PublicFrame } from '@app/protocol/socket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../platform/process/log.ts';
import { type ChannelSource, createOpenChannels } from './channels.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Sets up a channel that counts, may fail, and counts its calls. */
function setUp() {
  let count = 0;
  let sent = 0;
  let starts = 0;
  let closed = 0;
  const failing = { start: false, nextUpdate: false };
  const source: ChannelSource = {
    framesASecond: 1,
    start: () => {
      starts++;
      if (failing.start) throw new Error('no start');
      return { seq: String(sent), data: { count: sent } };
    },
    nextUpdate: () => {
      if (failing.nextUpdate) throw new Error('no news');
      if (sent === count) return undefined;
      sent = count;
      return { seq: String(sent), data: { count: sent } };
    },
    close: () => void closed++,
  };
  const frames: PublicFrame[] = [];
  const errors: unknown[] = [];
  const log = { error: (what: unknown) => errors.push(what) } as unknown as Log;
  let onUpdate = () => {};
  const open = (_name: string, publish: () => void) => {
    onUpdate = publish;
    return ok(source);
  };
  const channels = createOpenChannels(open, (frame) => frames.push(frame), log);
  const grow = () => {
    count++;
    onUpdate();
  };
  return { channels, failing, frames, errors, grow, starts: () => starts, closed: () => closed };
}

describe('an open channel', () => {
  it('given many subscribers, when no frame is sent between, then they share a snapshot, renewed after an update', () => {
    const { channels, grow, starts } = setUp();
    const first = channels.start('count');
    for (let listener = 0; listener < 100; listener++) expect(channels.start('count')).toEqual(first);
    expect(starts()).toBe(1);
    grow();
    expect(channels.start('count')).toMatchObject({ ok: true, value: { prev: '', seq: '1', data: { count: 1 } } });
    expect(channels.start('count')).toMatchObject({ ok: true, value: { seq: '1' } });
    expect(starts()).toBe(2);
  });

  it('given an update that fails when it is due, then that is logged, and the next is sent', () => {
    const { channels, failing, frames, errors, grow } = setUp();
    channels.start('count');
    grow();
    grow(); // This one waits for its slot.
    failing.nextUpdate = true;
    vi.advanceTimersByTime(2_000);
    expect([frames.length, errors.length]).toEqual([1, 1]);
    failing.nextUpdate = false;
    grow();
    expect(frames.map(({ prev, seq }) => [prev, seq])).toEqual([
      ['0', '1'],
      ['1', '3'],
    ]);
  });

  it('given a failing snapshot, when requested, then it is refused for now, logged, and nothing stays open', () => {
    const { channels, failing, errors, closed } = setUp();
    failing.start = true;
    expect(channels.start('count')).toEqual({ ok: false, code: 'engine_unavailable' });
    expect([errors.length, closed()]).toEqual([1, 1]);
    failing.start = false;
    expect(channels.start('count')).toMatchObject({ ok: true, value: { seq: '0' } });
  });
});
