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

describe('the notice stack', () => {
  it('given only notices that expire, then the newest is first and two are kept', () => {
    expect(idsOf(stackOf(about('a'), about('b'), about('c')))).toEqual(['c', 'b']);
  });

  it('given warnings and errors, then newer notices never drop one, and an ok notice behind two of them is dropped', () => {
    const failed: Notice = { id: 'c', kind: 'error', text: 'c' };
    expect(idsOf(stackOf(warning('a'), warning('b'), failed, about('d')))).toEqual(['d', 'c', 'b', 'a']);
    expect(idsOf(stackOf(about('a'), warning('b'), warning('c')))).toEqual(['c', 'b']);
  });

  it('given each kind, then ok and plain notices expire and warnings and errors stay', () => {
    const lives = (['ok', 'plain', 'warn', 'error'] as const).map((kind) => lifeOfNotice({ kind }));
    expect(lives).toEqual([6_000, 6_000, undefined, undefined]);
  });

  it('given a notice with the id of an earlier one, then it replaces it', () => {
    const held = withNotice([about('a', 'sent'), about('b')], about('a', 'filled'));
    expect(held).toEqual([about('a', 'filled'), about('b')]);
  });

  it('notifies its listeners, and removes what is dismissed', () => {
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

  it('given another user, when all notices are dismissed, then none is left and the listeners are notified', () => {
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
