import { afterEach, describe, expect, it, vi } from 'vitest';
import { inTurn, markDown, openUpstreams } from './upstreams.ts';

afterEach(() => void vi.useRealTimers());

describe('an upstream that is down', () => {
  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('given the clock is set %s, then it is skipped for its time all the same', (_name, ms) => {
    const upstreams = openUpstreams(['http://a:1', 'http://b:1'], 1_000);
    const hosts = () => inTurn(upstreams).map(({ url }) => url.hostname);
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    for (const upstream of upstreams.all) if (upstream.url.hostname === 'a') markDown(upstream);
    vi.setSystemTime(Date.now() + ms);
    expect([hosts(), hosts()]).toEqual([
      ['b', 'a'],
      ['b', 'a'],
    ]);
    vi.advanceTimersByTime(1_001);
    expect([hosts(), hosts()]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });
});
