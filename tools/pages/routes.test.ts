import { describe, expect, it } from 'vitest';
import { chooseRoutes, judgeAddress, nameOf, readRoutes } from './routes.ts';

const open = { path: '/pages/nft/artworkDetail', isPublic: true };
const closed = { path: '/pages/fund/assets', isPublic: false };
const isRight = (...[route, who, hash]: Parameters<typeof judgeAddress>) => judgeAddress(route, who, hash).length === 0;

it('an opening ends at its page or at the documented redirect of the page', () => {
  expect(isRight(open, 'visitor', '#/pages/nft/artworkDetail?id=1')).toBe(true);
  expect(isRight(open, 'visitor', '#/pages/nft/artworkDetail_video')).toBe(true);
  expect(isRight(open, 'visitor', '#/pages/index/index')).toBe(false);
  expect(isRight(closed, 'user', '#/pages/fund/assets')).toBe(true);
  expect(isRight(closed, 'user', '')).toBe(false);
});

it('a visitor is redirected from a user’s page to the login, and from there back to this page and no other', () => {
  const login = '#/pages/common/login';
  expect(isRight(closed, 'visitor', `${login}?redirect=%2Fpages%2Ffund%2Fassets`)).toBe(true);
  expect(isRight(closed, 'visitor', `${login}?redirect=%2Fpages%2Findex%2Findex`)).toBe(false);
  expect(isRight(closed, 'visitor', login)).toBe(false);
  expect(isRight(closed, 'visitor', '#/pages/fund/assets')).toBe(false);
  expect(isRight(closed, 'user', `${login}?redirect=%2Fpages%2Ffund%2Fassets`)).toBe(false);
});

describe('the routes', () => {
  it('are all routes of the specification and our own, each once, and again with a link’s query', async () => {
    const routes = await readRoutes();
    const plain = routes.filter(({ query }) => query === '');
    expect(plain.length).toBeGreaterThanOrEqual(114 + 10);
    expect(new Set(routes.map(nameOf)).size).toBe(routes.length);
    expect(plain.filter(({ isBuilt }) => isBuilt).length).toBeGreaterThanOrEqual(45);
    expect(routes.map(nameOf)).toContain('transaction/index?symbol=BTC/USDT');
  });

  it('are chosen by entry, and an unknown name is an error', async () => {
    const routes = await readRoutes();
    expect(chooseRoutes(routes, ['market/search']).map(nameOf)).toEqual(['market/search', 'market/search?q=app']);
    expect(() => chooseRoutes(routes, ['market/serach'])).toThrow('market/serach');
  });
});
