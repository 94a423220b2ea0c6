import { describe, expect, it, vi } from 'vitest';
import { dismissNotice, type Notice, notify, onNotices, shownNotices, withNotice } from './notices.ts';

const about = (id: string, text = id): Notice => ({ id, kind: 'ok', text });
const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id);

describe('the stack of results', () => {
  it('shows the newest first and three at most', () => {
    const all = ['a', 'b', 'c', 'd'].reduce<readonly Notice[]>((held, id) => withNotice(held, about(id)), []);
    expect(idsOf(all)).toEqual(['d', 'c', 'b']);
  });

  it('given news of the same thing, then it is said once', () => {
    const held = withNotice([about('a', 'sent'), about('b')], about('a', 'filled'));
    expect(held).toEqual([about('a', 'filled'), about('b')]);
  });

  it('tells its listeners, and forgets what is dismissed', () => {
    const listener = vi.fn();
    const stop = onNotices(listener);
    notify(about('a'));
    notify(about('b'));
    dismissNotice('a');
    expect(idsOf(shownNotices())).toEqual(['b']);
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    dismissNotice('b');
    expect(listener).toHaveBeenCalledTimes(3);
  });
});
