import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dismissAllNotices,
  dismissNotice,
  lifeOfNotice,
  type Notice,
  notify,
  onNotices,
  shownNotices,
  withNotice,
} from './notices.ts';

const about = (id: string, text = id): Notice => ({ id, kind: 'ok', text });
const warning = (id: string): Notice => ({ id, kind: 'warn', text: id });
const stackOf = (...all: Notice[]) => all.reduce<readonly Notice[]>(withNotice, []);
const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id);

beforeEach(dismissAllNotices);

describe('the stack of results', () => {
  it('given good news only, then the newest stands first and two are left', () => {
    expect(idsOf(stackOf(about('a'), about('b'), about('c')))).toEqual(['c', 'b']);
  });

  it('given warnings and errors, then newer news never drops one, and good news behind two of them is gone', () => {
    const failed: Notice = { id: 'c', kind: 'error', text: 'c' };
    expect(idsOf(stackOf(warning('a'), warning('b'), failed, about('d')))).toEqual(['d', 'c', 'b', 'a']);
    expect(idsOf(stackOf(about('a'), warning('b'), warning('c')))).toEqual(['c', 'b']);
  });

  it('given its kind, then good news leaves by itself and what needs a look stays', () => {
    const lives = (['ok', 'plain', 'warn', 'error'] as const).map((kind) => lifeOfNotice({ kind }));
    expect(lives).toEqual([6_000, 6_000, undefined, undefined]);
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

  it('given another user, when all of it is dismissed, then nothing is left and the listeners are told', () => {
    const listener = vi.fn();
    const stop = onNotices(listener);
    notify(about('order 1'));
    notify(about('transfer'));
    dismissAllNotices();
    expect(shownNotices()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
  });
});
