import { describe, expect, it } from 'vitest';
import { HOME_PATH, LOGIN_PATH } from '../data/app/return-address.ts';
import { FREEZE_PATH, isLoginDue, returnPaths } from './login-ways.ts';
import { SCREENS } from './screens.ts';

const LIMITS = '/pages/plus/limits';
const VISITOR = { token: undefined, endedBecause: undefined };
const USER = { token: 't', endedBecause: undefined };
const ENDED = { token: undefined, endedBecause: 'Your session has ended.' };

describe('return paths of the login page', () => {
  it('are all pages except transient ones', () => {
    const moments = ['freeze', 'notFound', 'maintenance', 'update', 'region'].map((name) => `/pages/plus/${name}`);
    const others = SCREENS.map(({ path }) => path).filter((path) => !moments.includes(path));
    expect(returnPaths()).toEqual(others);
    expect(returnPaths()).toEqual(expect.arrayContaining([LIMITS, '/pages/plus/devices', '/pages/plus/passkeys']));
  });
});

describe('whether a login is due', () => {
  it.each([
    ['a visitor at a page of users', LIMITS, VISITOR, true],
    ['a visitor at a public page', HOME_PATH, VISITOR, false],
    ['a user at a page of users', LIMITS, USER, false],
    ['a session that ended at a public page', HOME_PATH, ENDED, true],
    ['a session that ended at the login page', LOGIN_PATH, ENDED, false],
    ['a session that ended where the account is frozen', FREEZE_PATH, ENDED, false],
  ] as const)('given %s, then the result is as listed', (_name, path, session, isDue) => {
    expect(isLoginDue(path, session)).toBe(isDue);
  });

  it('given the freeze page, then it is a page of the app', () => {
    expect(SCREENS.find(({ path }) => path === FREEZE_PATH)?.access).toBe('public');
  });
});
