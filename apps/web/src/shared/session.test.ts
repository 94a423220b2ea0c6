import { describe, expect, it } from 'vitest';
import { endSession, keptSession, openSession, sessionScope, useSession } from './session.ts';
import { memoryBackend, openStorage, storage } from './storage.ts';

const opened = { token: 't1', user: { id: 7n, account: 'a@b.co', invite_code: 'TM4F2K', book: 'demo' as const } };

describe('the session', () => {
  it('given it was opened, when the page is loaded again, then it is the same', () => {
    openSession(opened);
    expect(keptSession(storage)).toEqual(useSession.getState());
    expect(keptSession(storage)).toMatchObject({ token: 't1', user: { id: '7', book: 'demo' } });
    expect(sessionScope()).toBe('7:demo');
  });

  it('given the server ended it, then nothing of it stays but the reason', () => {
    openSession(opened);
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
