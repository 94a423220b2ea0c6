import { beforeEach, describe, expect, it } from 'vitest';
import { createSession, keptSession } from './session.ts';
import { memoryBackend, openStorage } from './storage.ts';

const storage = openStorage(memoryBackend());
const {
  store,
  sessionScope,
  openSession,
  keepUser,
  takeNextToken,
  followOtherTabs,
  replaceSession,
  endSessionOf,
  endSession,
} = createSession(storage);

const described = {
  id: 7n,
  account: 'a@b.co',
  nickname: 'Ann',
  avatar: '',
  invite_code: 'TM4F2K',
  book: 'demo' as const,
};
const opened = { token: 't1', user: described };
const token = () => store.getState().token;

/** Simulates another tab writing to the shared storage. */
const otherTabKeeps = (kept: { token: string; user?: object }) => {
  if (kept.user !== undefined) storage.write('user', kept.user);
  storage.write('token', kept.token);
};
const us = () => storage.read('user') as object;

beforeEach(() => openSession(opened));

describe('the session', () => {
  it('given it was opened, when the page reloads, then it is the same', () => {
    expect(keptSession(storage)).toEqual(store.getState());
    expect(keptSession(storage)).toMatchObject({ token: 't1', user: { id: '7', book: 'demo' } });
    expect(sessionScope()).toBe('7:demo');
  });

  it('given the server ended it, then only the reason stays', () => {
    endSession('Your session has ended.');
    expect(store.getState()).toEqual({
      token: undefined,
      user: undefined,
      endedBecause: 'Your session has ended.',
    });
    expect(keptSession(storage).token).toBeUndefined();
    expect(sessionScope()).toBe('visitor');
  });

  it('given half of it in storage, then the session is a visitor’s', () => {
    const kept = openStorage(memoryBackend());
    kept.write('token', 't1');
    expect(keptSession(kept).token).toBeUndefined();
  });
});

describe('a token that is replaced', () => {
  it('given a response with the next token, then it is used and stored', () => {
    takeNextToken('t2', 't1');
    expect([token(), storage.read('token')]).toEqual(['t2', 't2']);
    expect(sessionScope()).toBe('7:demo');
  });

  it('given a late response to an older token, then nothing changes', () => {
    takeNextToken('t2', 't1');
    takeNextToken('t9', 't1');
    takeNextToken('t9', undefined);
    expect([token(), storage.read('token')]).toEqual(['t2', 't2']);
  });

  it('given another tab logged in as another user, then its stored session is not overwritten', () => {
    otherTabKeeps({ token: 'x1', user: { ...us(), id: '8' } });
    takeNextToken('t2', 't1');
    keepUser({ ...described, nickname: 'Anna' });
    expect([token(), store.getState().user?.nickname]).toEqual(['t2', 'Anna']);
    expect(keptSession(storage)).toMatchObject({ token: 'x1', user: { id: '8', nickname: 'Ann' } });
  });

  it('given its end arrives after another tab received a newer token, then that one is used and nothing ends', () => {
    otherTabKeeps({ token: 't2' });
    endSessionOf('Your session has ended.', 't1');
    expect(store.getState()).toMatchObject({ token: 't2', endedBecause: undefined });
    endSessionOf('Your session has ended.', 't2');
    expect(store.getState()).toMatchObject({ token: undefined, endedBecause: 'Your session has ended.' });
  });

  it.each([
    ['user', { id: '8' }],
    ['book', { book: 'real' }],
  ])('given its end arrives and another tab has another %s, then it ends here and stays there', (_what, other) => {
    otherTabKeeps({ token: 'x1', user: { ...us(), ...other } });
    endSessionOf('Your session has ended.', 't1');
    expect(token()).toBeUndefined();
    expect(storage.read('token')).toBe('x1');
  });
});

describe('other tabs', () => {
  const page = new EventTarget();
  followOtherTabs(page);
  const notifyOf = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));

  it('given one received a newer token for the same user and mode, then it is used here too', () => {
    otherTabKeeps({ token: 't2' });
    notifyOf('user');
    expect(token()).toBe('t1');
    notifyOf('token');
    expect(token()).toBe('t2');
  });

  it.each([
    ['somebody else', { id: '8' }],
    ['another book', { book: 'real' }],
  ])('given one opened a session for %s, then its token is not taken', (_whom, other) => {
    otherTabKeeps({ token: 'x1', user: { ...us(), ...other } });
    notifyOf('token');
    expect(token()).toBe('t1');
  });

  it('given one logged out, then this one does too, whether or not the server was notified', () => {
    storage.remove('token');
    notifyOf('token');
    expect(token()).toBeUndefined();
  });

  it('given one cleared everything, then this one is notified by the server', () => {
    storage.remove('token');
    notifyOf(null);
    expect(token()).toBe('t1');
  });

  it('given a session is opened, then its user is stored before its token, so that tabs never read a stale user', () => {
    const seen: unknown[] = [];
    const write = storage.write;
    storage.write = (key, value) => {
      seen.push(key);
      write(key, value);
    };
    openSession(opened);
    storage.write = write;
    expect(seen).toEqual(['user', 'token']);
  });

  it('given a response from before a change of mode, then the current user stays', () => {
    keepUser({ ...described, book: 'real' as never });
    expect(sessionScope()).toBe('7:demo');
  });
});

describe('a session that replaces this one', () => {
  it('given the old one ends before the response arrives, then the user is not logged out', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof opened>();
    const replaced = replaceSession(() => promise);
    endSessionOf('Your session has ended.', 't1');
    expect(token()).toBe('t1');
    resolve({ ...opened, token: 't2' });
    await replaced;
    await Promise.resolve();
    expect(store.getState()).toMatchObject({ token: 't2', endedBecause: undefined });
  });

  it('given there is no response, then the end is applied after all', async () => {
    const { promise, reject } = Promise.withResolvers<typeof opened>();
    const replaced = replaceSession(() => promise).catch(() => 'lost');
    endSessionOf('Your session has ended.', 't1');
    reject(new Error('no answer'));
    expect(await replaced).toBe('lost');
    await Promise.resolve();
    expect(store.getState()).toMatchObject({ token: undefined, endedBecause: 'Your session has ended.' });
  });
});
