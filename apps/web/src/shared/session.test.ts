import { beforeEach, describe, expect, it } from 'vitest';
import {
  endSession,
  endSessionOf,
  followOtherTabs,
  keepUser,
  keptSession,
  openSession,
  replaceSession,
  sessionScope,
  takeNextToken,
  useSession,
} from './session.ts';
import { memoryBackend, openStorage, storage } from './storage.ts';

const described = {
  id: 7n,
  account: 'a@b.co',
  nickname: 'Ann',
  avatar: '',
  invite_code: 'TM4F2K',
  book: 'demo' as const,
};
const opened = { token: 't1', user: described };
const token = () => useSession.getState().token;

/** What another tab of the browser keeps in the storage they share. */
const otherTabKeeps = (kept: { token: string; user?: object }) => {
  if (kept.user !== undefined) storage.write('user', kept.user);
  storage.write('token', kept.token);
};
const us = () => storage.read('user') as object;

beforeEach(() => openSession(opened));

describe('the session', () => {
  it('given it was opened, when the page is loaded again, then it is the same', () => {
    expect(keptSession(storage)).toEqual(useSession.getState());
    expect(keptSession(storage)).toMatchObject({ token: 't1', user: { id: '7', book: 'demo' } });
    expect(sessionScope()).toBe('7:demo');
  });

  it('given the server ended it, then nothing of it stays but the reason', () => {
    endSession('Your session has ended.');
    expect(useSession.getState()).toEqual({
      token: undefined,
      user: undefined,
      endedBecause: 'Your session has ended.',
    });
    expect(keptSession(storage).token).toBeUndefined();
    expect(sessionScope()).toBe('visitor');
  });

  it('given half of it in storage, then it is a visitor’s', () => {
    const kept = openStorage(memoryBackend());
    kept.write('token', 't1');
    expect(keptSession(kept).token).toBeUndefined();
  });
});

describe('a token that is replaced', () => {
  it('given an answer names the next one, then it is used and kept', () => {
    takeNextToken('t2', 't1');
    expect([token(), storage.read('token')]).toEqual(['t2', 't2']);
    expect(sessionScope()).toBe('7:demo');
  });

  it('given an answer to an older one comes late, then nothing changes', () => {
    takeNextToken('t2', 't1');
    takeNextToken('t9', 't1');
    takeNextToken('t9', undefined);
    expect([token(), storage.read('token')]).toEqual(['t2', 't2']);
  });

  it('given another tab has logged in as somebody else, then what it keeps stays its own', () => {
    otherTabKeeps({ token: 'x1', user: { ...us(), id: '8' } });
    takeNextToken('t2', 't1');
    keepUser({ ...described, nickname: 'Anna' });
    expect([token(), useSession.getState().user?.nickname]).toEqual(['t2', 'Anna']);
    expect(keptSession(storage)).toMatchObject({ token: 'x1', user: { id: '8', nickname: 'Ann' } });
  });

  it('given its end is heard after another tab was given a newer one, then that one is used and nothing ends', () => {
    otherTabKeeps({ token: 't2' });
    endSessionOf('Your session has ended.', 't1');
    expect(useSession.getState()).toMatchObject({ token: 't2', endedBecause: undefined });
    endSessionOf('Your session has ended.', 't2');
    expect(useSession.getState()).toMatchObject({ token: undefined, endedBecause: 'Your session has ended.' });
  });

  it.each([
    ['user', { id: '8' }],
    ['book', { book: 'real' }],
  ])('given its end is heard and another tab has another %s, then it ends here and stays there', (_what, other) => {
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

  it('given one was given a newer token for the same user and book, then it is used here too', () => {
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

  it('given one logged out, then this one does too, whether or not the server heard of it', () => {
    storage.remove('token');
    notifyOf('token');
    expect(token()).toBeUndefined();
  });

  it('given one cleared everything, then this one hears it from the server', () => {
    storage.remove('token');
    notifyOf(null);
    expect(token()).toBe('t1');
  });

  it('given a session is opened, then its user is kept before its token: who hears of one has the other', () => {
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

  it('given an answer from before a change of book, then the user of now stays', () => {
    keepUser({ ...described, book: 'real' as never });
    expect(sessionScope()).toBe('7:demo');
  });
});

describe('a session that takes the place of this one', () => {
  it('given the old one ends before the answer is here, then nobody is logged out', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof opened>();
    const replaced = replaceSession(() => promise);
    endSessionOf('Your session has ended.', 't1');
    expect(token()).toBe('t1');
    resolve({ ...opened, token: 't2' });
    await replaced;
    await Promise.resolve();
    expect(useSession.getState()).toMatchObject({ token: 't2', endedBecause: undefined });
  });

  it('given the answer is lost, then the end is heard after all', async () => {
    const { promise, reject } = Promise.withResolvers<typeof opened>();
    const replaced = replaceSession(() => promise).catch(() => 'lost');
    endSessionOf('Your session has ended.', 't1');
    reject(new Error('no answer'));
    expect(await replaced).toBe('lost');
    await Promise.resolve();
    expect(useSession.getState()).toMatchObject({ token: undefined, endedBecause: 'Your session has ended.' });
  });
});
