import { expect, it } from 'vitest';
import { judgeAddress } from './addresses.ts';

const open = { entry: 'nft/artworkDetail', path: '/pages/nft/artworkDetail', isPublic: true };
const closed = { entry: 'fund/assets', path: '/pages/fund/assets', isPublic: false };
const isRight = (...[route, who, hash]: Parameters<typeof judgeAddress>) => judgeAddress(route, who, hash).length === 0;

it('an opening ends at its page or where the page is documented to lead', () => {
  expect(isRight(open, 'visitor', '#/pages/nft/artworkDetail?id=1')).toBe(true);
  expect(isRight(open, 'visitor', '#/pages/nft/artworkDetail_video')).toBe(true);
  expect(isRight(open, 'visitor', '#/pages/index/index')).toBe(false);
  expect(isRight(closed, 'user', '#/pages/fund/assets')).toBe(true);
  expect(isRight(closed, 'user', '')).toBe(false);
});

it('a visitor is led from a user’s page to the login, and from there back to this page and no other', () => {
  const login = '#/pages/common/login';
  expect(isRight(closed, 'visitor', `${login}?redirect=%2Fpages%2Ffund%2Fassets`)).toBe(true);
  expect(isRight(closed, 'visitor', `${login}?redirect=%2Fpages%2Findex%2Findex`)).toBe(false);
  expect(isRight(closed, 'visitor', login)).toBe(false);
  expect(isRight(closed, 'visitor', '#/pages/fund/assets')).toBe(false);
  expect(isRight(closed, 'user', `${login}?redirect=%2Fpages%2Ffund%2Fassets`)).toBe(false);
});
