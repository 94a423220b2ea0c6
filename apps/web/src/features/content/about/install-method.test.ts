import { describe, expect, it } from 'vitest';
import { installMethod } from './install-method.ts';

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
};
const plain = { isStandalone: false, hasOffer: false, touchPoints: 0 };

describe('the install method', () => {
  it.each([
    ['an iPhone', { ...plain, userAgent: AGENTS.iphone, touchPoints: 5 }, 'ios'],
    ['an iPad that calls itself a Mac', { ...plain, userAgent: AGENTS.mac, touchPoints: 5 }, 'ios'],
    ['a Mac', { ...plain, userAgent: AGENTS.mac }, 'desktop'],
    ['a phone whose browser offers nothing', { ...plain, userAgent: AGENTS.android, touchPoints: 5 }, 'menu'],
    ['a phone whose browser offers it', { ...plain, hasOffer: true, userAgent: AGENTS.android }, 'prompt'],
    ['a computer', { ...plain, userAgent: AGENTS.windows, touchPoints: 10 }, 'desktop'],
    ['the app itself', { ...plain, isStandalone: true, hasOffer: true, userAgent: AGENTS.iphone }, 'installed'],
  ] as const)('given %s, then it gets its own install method', (_name, device, method) => {
    expect(installMethod(device)).toBe(method);
  });
});
